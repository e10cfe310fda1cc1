import type { quickAddMessages } from './quick-add.en.js';
import type { Translated } from './translated.js';

export const quickAddEs = {
  quickAdd: {
    title: 'Agregar un prospecto',
    bankAccountFirst: 'Primero active CUENTA BANCARIA',
    website: 'Deje esto vacío',
  },
} satisfies Translated<typeof quickAddMessages>;
