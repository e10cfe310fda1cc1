import type { phoneMessages } from './phones.en.js';
import type { Translated } from './translated.js';

export const phoneEs = {
  phones: {
    title: 'Teléfonos',
    hint: 'El número con el que se llama a los clientes de un estado.',
    state: 'Estado',
    choose: 'Elija un estado para ver su número.',
    noPhone: 'Ninguno (se usa el teléfono predeterminado)',
    noCodes: 'Ninguno',
    announced: 'Las llamadas avisan que se graban',
    notAnnounced: 'Las llamadas no avisan que se graban',
    edit: 'Editar',
    save: 'Guardar',
    failed: 'No se pudo cargar el número de este estado.',
  },
} satisfies Translated<typeof phoneMessages>;
