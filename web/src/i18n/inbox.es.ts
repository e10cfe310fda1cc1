import type { inboxMessages } from './inbox.en.js';
import type { Translated } from './translated.js';

export const inboxEs = {
  inbox: {
    title: 'Bandeja de entrada',
    customer: 'Cliente',
    last: 'Último texto',
    number: 'Número',
    when: 'Cuándo (PT)',
    ours: 'Usted: %{text}',
    unread: '%{smart_count} texto sin leer |||| %{smart_count} textos sin leer',
    unreadConversations:
      '%{smart_count} conversación con textos sin leer |||| %{smart_count} conversaciones con textos sin leer',
    search: 'Buscar por nombre o número',
    none: 'Aún no hay textos',
    noneText: 'Los textos con sus clientes aparecen aquí.',
    noneMatch: 'Ninguna conversación coincide',
    noneMatchText: 'Busque por el comienzo de un nombre o número.',
    choose: 'Elija una conversación',
    thread: 'Conversación con %{name}',
    about: 'Acerca de %{name}',
    back: 'Volver a la bandeja de entrada',
    openLead: 'Abrir prospecto',
    call: 'Llamar',
    stranger: 'Ningún prospecto tiene este número.',
    strangerReply:
      'Para responder se necesita un prospecto: sin él nadie puede decir si se permite escribir a este número.',
    makeLead: { life: 'Crear prospecto de vida', health: 'Crear prospecto de salud' },
    gone: 'Esta conversación ya no es suya, o ahora pertenece a un prospecto.',
    reply: 'Responder a la conversación',
  },
} satisfies Translated<typeof inboxMessages>;
