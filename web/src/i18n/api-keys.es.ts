import type { apiKeyMessages } from './api-keys.en.js';
import type { Translated } from './translated.js';

export const apiKeyEs = {
  apiKeys: {
    emptyText: 'Con una clave de API otro sistema lee y crea prospectos por HTTP. Agregue la primera.',
    never: 'Nunca',
    everywhere: 'Cualquier red',
    ended: 'Vencida',
    keyTitle: 'La clave de API %{name}',
    keyText:
      'Cópiela ahora: se muestra una sola vez. Envíela en el encabezado Authorization, después de la palabra Bearer.',
    keyLabel: 'Clave',
    copy: 'Copiar',
    copied: 'Copiada',
    withdraw: 'Revocar %{name}',
    withdrawTitle: '¿Revocar esta clave de API?',
    withdrawText: 'La clave %{name} deja de funcionar de inmediato y para siempre.',
    withdrawNow: 'Revocar',
  },
} satisfies Translated<typeof apiKeyMessages>;
