import { laterMessages } from './later-messages.js';

/** The words of the public page that adds a lead. */
export const quickAddMessages = {
  quickAdd: {
    title: 'Add new lead',
    bankAccountFirst: 'Switch BANK ACCOUNT on first',
    website: 'Leave this empty',
  },
};

export const useQuickAddMessages = laterMessages(quickAddMessages);
