import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { useNotifications } from '../notification-menu/useNotifications.js';

/** How many conversations have unread texts; the notifications know it already. */
export function InboxBadge() {
  const translate = useInboxMessages();
  const { data = [] } = useNotifications();
  const texts = data.filter(({ type }) => type === 'message');
  const count = new Set(texts.map(({ lead_id, lead_name }) => lead_id ?? lead_name)).size;
  return (
    <UnreadBadge count={count} label={translate('crm.inbox.unreadConversations', { smart_count: count })} />
  );
}
