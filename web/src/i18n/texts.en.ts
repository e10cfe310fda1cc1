import { textSentences } from '@crm/contracts/http/messaging.js';
import { laterMessages } from './later-messages.js';

/** The words of the conversation with a lead. The specification's own texts stand here letter for letter. */
export const textMessages = {
  text: {
    unread: '%{smart_count} unread text |||| %{smart_count} unread texts',
    list: 'Conversation',
    none: 'No texts yet',
    failed: 'Texts failed to load.',
    more: 'Show older texts',
    customer: 'Customer',
    formerUser: 'A former user',
    automatic: 'Sent automatically',
    new: 'New',
    label: 'New text',
    placeholder: 'Write a text',
    send: 'Send',
    sends: 'sends',
    characters: '%{count} / %{most}',
    segments: '%{smart_count} segment |||| %{smart_count} segments',
    which: 'To',
    hidden: 'Hidden because of the status',
    resend: 'Resend',
    resendOf: 'Resend the text of %{time}',
    attach: 'Attach files',
    attached: 'Attached files',
    uploading: 'Uploading…',
    uploadingFirst: 'Files are still uploading',
    remove: 'Remove %{name}',
    pictureOf: 'Picture of %{time}',
    pictureFailed: 'Load picture again',
    save: '%{kind}, %{size}',
    saveOf: 'Download %{kind} of %{time}',
    fetching: '%{kind}: downloading from the carrier',
    lost: '%{kind}: %{reason}',
    fetchAgain: 'Download again',
    fetchAgainOf: 'Download again: %{kind} of %{time}',
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

export const useTextMessages = laterMessages(textMessages);
