import { laterMessages } from './later-messages.js';

/** The page of the numbers that calls are placed from. */
export const numberMessages = {
  numbers: {
    title: 'Numbers',
    import: 'Import from the carrier',
    emptyText:
      'Import the numbers of the carrier account. Leads are then called from the number nearest to them, and no two agents show the same one.',
    tollfree: 'Toll-free',
    restsUntil: 'Resting until %{date}',
    gone: 'Not in the account',
    ofLimit: '%{used} of %{limit}',
    rate: '%{percent} of %{calls}',
    deleteText: '%{name} is taken out of the pool. The carrier account no longer has it.',
  },
};

export const useNumberMessages = laterMessages(numberMessages);
