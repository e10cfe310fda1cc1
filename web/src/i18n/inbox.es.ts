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
  },
} satisfies Translated<typeof inboxMessages>;
