import type { Translated } from './translated.js';
import type { viewMessages } from './views.en.js';

export const viewEs = {
  savedViews: {
    save: 'Guardar vista…',
    update: 'Actualizar %{name}',
    title: { save: 'Guardar vista', rename: 'Cambiar el nombre de la vista' },
    hint: 'Los filtros de la lista con un nombre, como pestaña sobre ella.',
    name: 'Nombre',
    required: 'Dele un nombre a la vista',
    share: 'Compartir con todos',
    shared: 'Compartida con todos',
    menu: 'Opciones de %{name}',
    rename: 'Cambiar nombre…',
    stopSharing: 'Dejar de compartir',
    delete: 'Eliminar',
    undo: 'Deshacer',
  },
} satisfies Translated<typeof viewMessages>;
