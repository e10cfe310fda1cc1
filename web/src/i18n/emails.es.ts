import type { emailMessages } from './emails.en.js';
import type { Translated } from './translated.js';

export const emailEs = {
  email: {
    list: 'Correos a este prospecto',
    none: 'Aún no hay correos',
    failed: 'No se pudieron cargar los correos.',
    formerUser: 'Un usuario anterior',
    to: 'Para %{address}',
    body: 'El correo “%{title}”',
    new: 'Correo nuevo',
    title: 'Asunto',
    text: 'Texto',
    send: 'Enviar',
    empty: 'No se puede enviar un mensaje vacío',
    noTitle: 'Primero ingrese un asunto',
    noAddress: 'El prospecto no tiene correo electrónico',
    status: { sending: 'Enviando', sent: 'Enviado', failed: 'Falló' },
  },
} satisfies Translated<typeof emailMessages>;
