import type { retentionMessages } from './retention.en.js';
import type { Translated } from './translated.js';

export const retentionEs = {
  deletedLeads: {
    emptyText: 'Los prospectos eliminados se conservan el tiempo que exige la ley y se pueden restaurar.',
    restore: 'Restaurar %{name}',
    restoreTitle: '¿Restaurar este prospecto?',
    restoreText:
      '%{name} vuelve a las listas, con notas, textos, llamadas y grabaciones. Los seguimientos no vuelven.',
    restoreNow: 'Restaurar',
    held: 'Retención legal',
    restricted: 'Borrado solicitado',
  },
  retention: {
    title: 'Conservación',
    periods: 'Plazos de conservación',
    periodsText:
      'Se cuentan desde que se elimina un prospecto, lo que pone fin al contacto. Lo que vence se elimina automáticamente; cada ejecución figura en Solicitudes de privacidad.',
    class: 'Registros',
    period: 'Plazo',
    years: '%{smart_count} año |||| %{smart_count} años',
    never: 'Nunca se elimina',
    source: 'Fuente',
    checked: 'leído el %{date}',
    changed: 'definido por %{who}, %{when}',
    waiting: 'Prospectos eliminados',
    soon: 'Vence en 30 días',
    held: 'Retenidos',
    failed: 'No se pudieron cargar los plazos de conservación.',
    change: 'Cambiar el plazo de %{name}',
    changeTitle: 'Cambiar plazo',
    yearsLabel: 'Años',
    least: 'Al menos %{smart_count} año: %{source} |||| Al menos %{smart_count} años: %{source}',
    save: 'Guardar',
  },
  legalHold: {
    add: 'Poner retención legal',
    emptyText: 'Una retención conserva todo lo de un número o correo hasta que se levanta.',
    lift: 'Levantar la retención de %{name}',
    liftTitle: '¿Levantar esta retención?',
    liftText: 'A %{name} se le aplican de nuevo los plazos de conservación. Lo que ya venció se elimina.',
    liftNow: 'Levantar',
    reason: 'Motivo',
    reasonNeeded: 'Ingrese un motivo',
  },
} satisfies Translated<typeof retentionMessages>;
