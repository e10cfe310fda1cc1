import type { shortcutMessages } from './shortcuts.en.js';
import type { Translated } from './translated.js';

export const shortcutEs = {
  shortcuts: {
    escape: 'Cerrar un diálogo o un menú',
    everywhere: 'En todas partes',
    here: 'En esta página',
  },
} satisfies Translated<typeof shortcutMessages>;
