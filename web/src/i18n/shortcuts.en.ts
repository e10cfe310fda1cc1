import { laterMessages } from './later-messages.js';

/** The words of the list of keys. */
export const shortcutMessages = {
  shortcuts: {
    escape: 'Close a dialog or a menu',
    everywhere: 'Everywhere',
    here: 'On this page',
  },
};

export const useShortcutMessages = laterMessages(shortcutMessages);
