import { laterMessages } from './later-messages.js';

/** Evidence packs. */
export const evidenceMessages = {
  evidence: {
    pack: 'Evidence pack',
    packOf: 'Evidence pack of %{name}',
    title: 'Evidence',
    page: 'Evidence packs',
    about: 'Phone, e-mail or lead ID',
    aboutHelp: 'Of the customer, or of the lead from the audit log',
    aboutWrong: 'Enter a phone number, an e-mail or a lead ID',
    text: 'Consents, attempts, calls, texts, e-mails and opt-outs as a ZIP file with a manifest.',
  },
};

export const useEvidenceMessages = laterMessages(evidenceMessages);
