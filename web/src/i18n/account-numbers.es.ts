import type { accountNumberMessages } from './account-numbers.en.js';
import type { Translated } from './translated.js';

export const accountNumberEs = {
  accountNumbers: {
    choose: 'Elija uno de los números de la cuenta',
    foreign: 'No es uno de los números de la cuenta',
    free: 'Sin usar',
    default: 'Teléfono predeterminado',
    pool: 'Grupo de números',
    noVoice: 'sin llamadas',
    noTexts: 'sin textos',
  },
} satisfies Translated<typeof accountNumberMessages>;
