import { laterWords } from './later-words.js';

/** The page of partners who deliver leads by call. */
const partnerWords = {
  partners: {
    emptyText: 'A partner delivers leads by call, with a key of its own. Make the first one.',
    never: 'None yet',
    off: 'Switched off',
    renew: 'New key for %{name}',
    keyTitle: 'The key of %{name}',
    keyText:
      'Copy it now: it is shown this once and kept as a fingerprint only. It goes into the header X-Api-Key of POST %{address}, the partner’s own id of each lead into Idempotency-Key.',
    keyLabel: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    renewTitle: 'Make a new key?',
    renewText: 'The key that %{name} uses now is refused from that moment on.',
    renewed: 'New key made',
    renewNow: 'Make a new key',
  },
};

export const usePartnerWords = laterWords(partnerWords);
