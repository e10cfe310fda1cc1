import { textSentences } from '@crm/contracts/http/messaging.js';
import { laterMessages } from './later-messages.js';

/** The words of the e-mails to a lead. The specification's own texts stand here letter for letter. */
export const emailMessages = {
  email: {
    list: 'E-mails to this lead',
    none: 'No e-mails yet',
    failed: 'E-mails failed to load.',
    formerUser: 'A former user',
    to: 'To %{address}',
    body: 'The e-mail “%{title}”',
    new: 'New e-mail',
    title: 'Title',
    text: 'Text',
    send: 'Send',
    empty: textSentences.empty,
    noTitle: 'Enter a title first',
    noAddress: 'The lead has no e-mail address',
    status: { sending: 'Sending', sent: 'Sent', failed: 'Failed' },
  },
};

export const useEmailMessages = laterMessages(emailMessages);
