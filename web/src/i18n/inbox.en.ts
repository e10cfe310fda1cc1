import { laterWords } from './later-words.js';

/** The words of the page of all conversations. */
const inboxWords = {
  inbox: {
    title: 'Inbox',
    customer: 'Customer',
    last: 'Last text',
    number: 'Number',
    when: 'When (PT)',
    ours: 'You: %{text}',
    unread: '%{smart_count} unread text |||| %{smart_count} unread texts',
    unreadConversations:
      '%{smart_count} conversation with unread texts |||| %{smart_count} conversations with unread texts',
    search: 'Search by name or number',
    clearSearch: 'Clear search',
    none: 'No texts yet',
    noneText: 'What your customers text you, and what you text them, stands here.',
    noneMatch: 'No conversation matches',
    noneMatchText: 'Search by the beginning of a name, or of the digits of a number.',
  },
};

export const useInboxWords = laterWords(inboxWords);
