import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { useNotifications } from '../notification-menu/useNotifications.js';

/** The number of conversations with unread texts, from the notifications. */
export function InboxBadge() {
  const translate = useInboxMessages();
  const { data = [] } = useNotifications();
  const texts = data.filter(({ type }) => type === 'message');
  const count = new Set(texts.map(({ lead_id, lead_name }) => lead_id ?? lead_name)).size;
  return (
    <UnreadBadge count={count} label={translate('crm.inbox.unreadConversations', { smart_count: count })} />
  );
}
