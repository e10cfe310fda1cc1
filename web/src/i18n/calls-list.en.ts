import { laterMessages } from './later-messages.js';

/** The words of the list of calls. */
export const callListMessages = {
  callList: {
    emptyText: 'Calls, also those that nobody answered or that were not allowed, are listed here.',
    agents: 'Agents',
    findAgents: 'Find agents',
    export: 'Export CSV',
    file: 'calls.csv',
    live: 'In progress',
    unknownLead: 'Unknown number',
    formerLead: 'Deleted lead',
    nobody: 'Nobody',
    hidden: 'Hidden by status',
  },
};

export const useCallListMessages = laterMessages(callListMessages);
