import type { resourceMessages } from './resources.en.js';
import type { Translated } from './translated.js';

export const resourceEs = {
  resource: {
    count: '%{smart_count} %{one} |||| %{smart_count} %{many}',
    add: 'Agregar %{one}',
    edit: 'Editar %{name}',
    delete: 'Eliminar %{name}',
    deleteTitle: '¿Eliminar %{one}?',
    deleteText: 'Se elimina de forma permanente: %{name}.',
    deleteNow: 'Eliminar',
    actions: 'Acciones',
    none: 'Aún no hay %{many}',
    noneFound: 'Sin coincidencias en %{many}',
    noneFoundText: 'Pruebe otra búsqueda o quite un filtro.',
    clear: 'Borrar todo',
    clearFilters: 'Borrar filtros',
    more: '%{count} más',
    showMore: 'Mostrar más',
    showLess: 'Mostrar menos',
    find: 'Buscar %{label}',
    search: 'Buscar %{many}',
    failed: 'No se pudo cargar: %{many}',
    create: 'Crear',
    update: 'Actualizar',
    missing: 'Todavía falta: %{fields}',
    invalid: 'Primero corrija los campos marcados',
    nothing: 'No hay cambios que guardar',
    selectAll: 'Seleccionar todo',
    others: '%{first} (+%{count} más)',
  },
} satisfies Translated<typeof resourceMessages>;
