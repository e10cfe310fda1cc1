import { laterMessages } from './later-messages.js';

/** The words of the page of all conversations. */
export const inboxMessages = {
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
    none: 'No texts yet',
    noneText: 'Texts with your customers appear here.',
    noneMatch: 'No conversations match',
    noneMatchText: 'Search by the start of a name or number.',
  },
};

export const useInboxMessages = laterMessages(inboxMessages);
