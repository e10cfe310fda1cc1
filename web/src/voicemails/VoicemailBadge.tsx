import type { Lead } from '@crm/contracts/entities/lead.js';
import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useRecordingMessages } from '../i18n/recordings.en.js';
import { useLeadVoicemails } from './useLeadVoicemails.js';

/** How many voicemails of a lead nobody has played yet. */
export function VoicemailBadge({ lead }: { lead: Lead }) {
  const translate = useRecordingMessages();
  const { data } = useLeadVoicemails(lead.id);
  const unread = data?.filter(({ read }) => read === 0).length ?? 0;
  return <UnreadBadge count={unread} label={translate('crm.vm.unread', { smart_count: unread })} />;
}
