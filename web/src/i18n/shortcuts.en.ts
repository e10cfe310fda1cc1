import { laterWords } from './later-words.js';

/** The words of the list of keys. */
const shortcutWords = {
  shortcuts: {
    escape: 'Close a dialog or a menu',
    everywhere: 'Everywhere',
    here: 'On this page',
  },
};

export const useShortcutWords = laterWords(shortcutWords);
