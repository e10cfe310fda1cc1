import { laterWords } from './later-words.js';

/** The page of partners who deliver leads by call. */
const partnerWords = {
  partners: {
    count: '%{smart_count} partner |||| %{smart_count} partners',
    add: 'New partner',
    emptyTitle: 'No partners yet',
    emptyText: 'A partner delivers leads by call, with a key of its own. Make the first one.',
    failedTitle: 'The partners could not be loaded',
    failedText: 'Check the connection and try again.',
    name: 'Name',
    code: 'Code',
    codeHelp: 'Lower-case letters, digits and dashes. It cannot be changed later.',
    sources: 'Sources',
    key: 'Key',
    accepted: 'Accepted',
    rejected: 'Rejected',
    lastUsed: 'Last delivery',
    never: 'None yet',
    active: 'May deliver',
    off: 'Switched off',
    actions: 'Actions',
    edit: 'Edit %{name}',
    renew: 'New key for %{name}',
    createTitle: 'New partner',
    editTitle: 'Partner',
    create: 'Create',
    update: 'Update',
    notReady: 'Name, code and at least one source are needed',
    keyTitle: 'The key of %{name}',
    keyText:
      'Copy it now: it is shown this once and kept as a fingerprint only. It goes into the header X-Api-Key of POST %{address}, the partner’s own id of each lead into Idempotency-Key.',
    keyLabel: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    renewTitle: 'Make a new key?',
    renewText: 'The key that %{name} uses now is refused from that moment on.',
    renewNow: 'Make a new key',
  },
};

export const usePartnerWords = laterWords(partnerWords);
