import { laterMessages } from './later-messages.js';

/** The inputs of a password that is given to somebody. */
export const passwordMessages = {
  password: {
    stays: 'Leave both empty to keep the current one',
    generate: 'Generate password',
    show: 'Show passwords',
    hide: 'Hide passwords',
    copy: 'Copy password',
    copied: 'Password copied',
    copyFailed: 'Copying failed. Copy it from the field.',
  },
};

export const usePasswordMessages = laterMessages(passwordMessages);
