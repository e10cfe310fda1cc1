import { laterMessages } from './later-messages.js';

/** The words of the accounts that admins look after. The specification's own texts stand here letter for letter. */
const peopleMessages = {
  people: {
    newAgent: 'New Agent',
    newGuide: 'New Guide',
    update: 'Update Agent',
    updateHint: 'Changes apply at once. Banned users are signed out everywhere.',
    mailboxUnset: 'No mailbox yet. E-mails are sent by the company’s mail server.',
    mailboxSet: 'A mailbox is connected. Fields you fill in replace it; empty fields stay unchanged.',
    save: 'Save',
    find: 'Agent or guide',
    findHint: 'Choose an account',
    none: 'No matches',
    failed: 'Agents failed to load',
    guide: 'Guide',
    agent: 'Agent',
    isBanned: 'banned',
    noAgents: 'Add the first agent.',
    noGuides: 'Add the first guide.',
  },
  company: {
    title: 'Settings',
    hint: 'These apply to everybody.',
    assignment: 'Assign new leads to agents automatically',
    assignmentHelp: 'To agents licensed in the lead’s state, online agents first',
    supervisionSeen: 'Agents see when they are supervised',
    supervisionSeenHelp: 'Otherwise they see it only if they asked for help',
    phone: 'Default phone',
    phoneHelp: 'Used when neither the agent nor the state has a number',
    wrapUp: 'Wrap-up after a call, in seconds',
    wrapUpHelp: 'At most this long, then the agent is ready again; 0 for no wrap-up',
    wrapUpFault: 'Enter a whole number from 0 to %{most}',
    text: 'Default callback text',
    textHelp: 'Sent to callers of agents without a text of their own',
    voicemail: 'Default voicemail',
    voicemailNone: 'None yet. Callers hear the standard greeting.',
    voicemailLabel: 'the default voicemail',
    upload: 'Upload',
    remove: 'Remove',
    failed: 'The settings failed to load',
    same: 'No changes to save',
    serverError: 'Server Error',
    save: 'Save',
  },
};

export const usePeopleMessages = laterMessages(peopleMessages);
