import { laterMessages } from './later-messages.js';

/** The words of what is done with a lead from its row. */
export const peekMessages = {
  peek: {
    actions: 'Actions for %{name}',
    call: 'Call',
    text: 'Text',
    status: 'Status',
    peek: 'Peek',
    open: 'Open lead',
    close: 'Close the preview',
    label: 'Preview of %{name}',
    callRow: 'Call the lead in focus',
    textRow: 'Text the lead in focus',
    statusRow: 'Set the status of the lead in focus',
    spaceKey: 'Space',
    enterKey: 'Enter',
    followup: 'Next follow-up',
    noFollowup: 'None',
    latest: 'Latest',
    quote: 'Quote',
    until: 'Until %{time}',
  },
};

export const usePeekMessages = laterMessages(peekMessages);
