import { laterWords } from './later-words.js';

/** The words of the public page that adds a lead. */
const quickAddWords = {
  quickAdd: {
    title: 'Add new lead',
    bankAccountFirst: 'Switch BANK ACCOUNT on first',
    website: 'Leave this empty',
  },
};

export const useQuickAddWords = laterWords(quickAddWords);
