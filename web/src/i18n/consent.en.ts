import { laterMessages } from './later-messages.js';

/** The words of the consent of a customer. */
const consentMessages = {
  consent: {
    title: 'Consent',
    none: 'None on file',
    failed: 'Could not be loaded',
    kind: { written: 'Written', oral: 'Oral', relation: 'Existing customer' },
    agreed: 'Agreed',
    received: 'Received',
    from: 'From',
    to: 'Agreed to',
    channels: { call: 'Calls', text: 'Texts', email: 'E-mails' },
    seller: 'Seller',
    about: 'About',
    page: 'Page',
    ip: 'IP address',
    wording: 'Wording',
    certificate: 'Certificate',
    by: { trustedform: 'TrustedForm', jornaya: 'Jornaya' },
    opens: '%{name}, opens in a new tab',
  },
};

export const useConsentMessages = laterMessages(consentMessages);
