import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useInboxWords } from '../i18n/inbox.en.js';
import { useNotifications } from '../notifications/menu/useNotifications.js';

/** How many conversations have unread texts; the notifications know it already. */
export function InboxBadge() {
  const words = useInboxWords();
  const { data = [] } = useNotifications();
  const texts = data.filter(({ type }) => type === 'message');
  const count = new Set(texts.map(({ lead_id, lead_name }) => lead_id ?? lead_name)).size;
  return <UnreadBadge count={count} label={words('crm.inbox.unreadConversations', { smart_count: count })} />;
}
