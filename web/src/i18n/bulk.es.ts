import type { bulkMessages } from './bulk.en.js';
import type { Translated } from './translated.js';

export const bulkEs = {
  bulk: {
    selectAll: 'Seleccionar los %{count}',
    selectAllUncounted: 'Seleccionar todos',
    assign: 'Asignar en bloque',
    send: 'Enviar seleccionados',
    delete: 'Eliminar seleccionados',
    clear: 'Borrar',
    stop: 'Detener',
    stopping: 'Deteniendo…',
    working: {
      select: 'Seleccionando %{done} de %{total}',
      assign: 'Asignando %{done} de %{total}',
      send: 'Enviando %{done} de %{total}',
      delete: 'Eliminando %{done} de %{total}',
    },
    partly: '%{done} de %{total} prospectos listos. El resto sigue seleccionado.',
    deleted: 'Prospectos eliminados: %{count}',
    assigned: 'Prospectos asignados a %{name}: %{count}',
    sent: 'Prospectos enviados: %{count}',
    maxSelected: 'La selección se limita a %{count} prospectos',
    deleteText:
      'El prospecto queda oculto y nadie más lo contactará. Sus registros se conservan el tiempo que exige la ley. |||| Los %{count} prospectos quedan ocultos y nadie más los contactará. Sus registros se conservan el tiempo que exige la ley.',
    deleteCount: 'Eliminar 1 prospecto |||| Eliminar %{count} prospectos',
    assignText: 'Asignar 1 prospecto a |||| Asignar %{count} prospectos a',
    assignCount: 'Asignar 1 prospecto |||| Asignar %{count} prospectos',
    pickAgent: 'Primero elija un agente',
  },
} satisfies Translated<typeof bulkMessages>;
