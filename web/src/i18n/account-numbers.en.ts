import { laterMessages } from './later-messages.js';

/** The numbers of the carrier account, where one is chosen. */
export const accountNumberMessages = {
  accountNumbers: {
    choose: "Choose from the account's numbers",
    foreign: "Not one of the account's numbers",
    free: 'Not in use',
    default: 'Default phone',
    pool: 'Number pool',
    noVoice: 'no calls',
    noTexts: 'no texts',
  },
};

export const useAccountNumberMessages = laterMessages(accountNumberMessages);
