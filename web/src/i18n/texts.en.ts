import { textSentences } from '@crm/contracts/http/messaging.js';
import { laterWords } from './later-words.js';

/** The words of the conversation with a lead. The specification's own texts stand here letter for letter. */
const textWords = {
  text: {
    unread: '%{smart_count} unread text |||| %{smart_count} unread texts',
    list: 'Conversation',
    none: 'No texts yet. What you write goes out in your name.',
    failed: 'The texts could not be loaded.',
    more: 'Show older texts',
    customer: 'Customer',
    formerUser: 'A former user',
    automatic: 'Sent automatically',
    new: 'New',
    label: 'New text',
    placeholder: 'What the customer should know',
    send: 'Send',
    sends: 'sends',
    characters: '%{count} / %{most}',
    segments: '%{smart_count} segment |||| %{smart_count} segments',
    which: 'To',
    hidden: 'Hidden by the status',
    resend: 'Resend',
    resendOf: 'Resend the text of %{time}',
    noPhone: textSentences.noPhone,
    empty: textSentences.empty,
    status: {
      queued: 'Queued',
      sending: 'Sending',
      sent: 'Sent',
      delivered: 'Delivered',
      undelivered: 'Undelivered',
      failed: 'Failed',
    },
  },
};

export const useTextWords = laterWords(textWords);
