import { textSentences } from '@crm/contracts/http/messaging.js';
import { laterWords } from './later-words.js';

/** The words of the e-mails to a lead. The specification's own texts stand here letter for letter. */
const emailWords = {
  email: {
    list: 'E-mails to this lead',
    none: 'No e-mails yet. What you write goes out in your name.',
    failed: 'The e-mails could not be loaded.',
    formerUser: 'A former user',
    to: 'To %{address}',
    body: 'The e-mail “%{title}”',
    new: 'New e-mail',
    title: 'Title',
    text: 'Text',
    send: 'Send',
    empty: textSentences.empty,
    noTitle: 'Write a title first',
    noAddress: 'The lead has no e-mail address',
    status: { sending: 'Sending', sent: 'Sent', failed: 'Failed' },
  },
};

export const useEmailWords = laterWords(emailWords);
