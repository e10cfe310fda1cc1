import { laterMessages } from './later-messages.js';

/** The dialog that sets the status of a lead. The specification's own texts stand here letter for letter. */
export const statusDialogMessages = {
  status: {
    title: 'Status',
    now: '%{name} · now',
    notNewLead: 'Choose another status',
    nextKey: 'Shift+Enter',
    saveAndNext: 'Save and next',
    completes: 'Next: completes this lead',
    group: {
      'Pre-Contact': 'Pre-Contact',
      'Pre-Quote': 'Pre-Quote',
      'After Quote': 'After Quote',
      'After Submitted': 'After Submitted',
    },
  },
};

export const useStatusDialogMessages = laterMessages(statusDialogMessages);
