import type { noteMessages } from './notes.en.js';
import type { Translated } from './translated.js';

export const noteEs = {
  note: {
    list: 'Notas de este prospecto',
    label: 'Nota nueva',
    placeholder: 'Qué conviene saber la próxima vez',
    send: 'Enviar',
    sends: 'envía',
    empty: 'Primero escriba algo',
    none: 'Aún no hay notas. Las ve toda persona que trabaja este prospecto.',
    failed: 'No se pudieron cargar las notas.',
    delete: 'Eliminar la nota de %{name}, %{time}',
    deleteTitle: 'Eliminar nota',
    deleteText: 'La nota se elimina de forma permanente.',
    deleteAction: 'Eliminar',
    formerUser: 'Un usuario anterior',
  },
} satisfies Translated<typeof noteMessages>;
