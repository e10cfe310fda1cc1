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
    choose: 'Choose a conversation',
    thread: 'Conversation with %{name}',
    about: 'About %{name}',
    back: 'Back to the inbox',
    openLead: 'Open lead',
    call: 'Call',
    stranger: 'No lead has this number.',
    strangerReply: 'A reply needs a lead: without one nobody can say whether this number may be texted.',
    makeLead: { life: 'Make life lead', health: 'Make health lead' },
    gone: 'This conversation is not yours any more, or it belongs to a lead now.',
    reply: 'Reply to the conversation',
  },
};

export const useInboxMessages = laterMessages(inboxMessages);
