import { laterMessages } from './later-messages.js';

/** The page of partners who deliver leads by call. */
export const partnerMessages = {
  partners: {
    emptyText: 'Partners send leads over the API with their own key. Add the first one.',
    never: 'None yet',
    off: 'Switched off',
    renew: 'New key for %{name}',
    keyTitle: 'The key of %{name}',
    keyText:
      'Copy it now: it is shown only once. Send it in the header X-Api-Key of POST %{addresses}, with the partner’s id of each lead in Idempotency-Key.',
    keyLabel: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    renewTitle: 'Create a new key?',
    renewText: 'The current key of %{name} stops working at once.',
    renewed: 'New key created',
    renewNow: 'Create a new key',
  },
};

export const usePartnerMessages = laterMessages(partnerMessages);
