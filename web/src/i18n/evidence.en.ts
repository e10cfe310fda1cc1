import { laterMessages } from './later-messages.js';

/** Evidence packs. */
export const evidenceMessages = {
  evidence: {
    pack: 'Evidence pack',
    packOf: 'Evidence pack of %{name}',
    title: 'Evidence',
    text: 'Consents, attempts, calls, texts, e-mails and opt-outs as a ZIP file with a manifest.',
  },
};

export const useEvidenceMessages = laterMessages(evidenceMessages);
