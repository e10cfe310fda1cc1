import type { Lead } from '@crm/contracts/entities/lead.js';
import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { isUnread } from './conversation.rules.js';
import { useTexts } from './useTexts.js';

/** The number of unread texts from a lead's customer. */
export function TextsBadge({ lead }: { lead: Lead }) {
  const translate = useTextMessages();
  const { data } = useTexts(lead.id);
  const unread = data?.messages.filter(isUnread).length ?? 0;
  return <UnreadBadge count={unread} label={translate('crm.text.unread', { smart_count: unread })} />;
}
