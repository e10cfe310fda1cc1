import Box from '@mui/material/Box';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { FollowupItem } from './FollowupItem.js';
import { NewFollowup } from './NewFollowup.js';
import { useLeadFollowups } from './useFollowups.js';

/** The lead's follow-ups, the next one first, a single one open, and where another one is made (rules F1 and F7). */
export default function FollowupPanel({ lead }: LeadPanelProps) {
  const translate = useFollowupMessages();
  const { data: followups, isError, refetch } = useLeadFollowups(lead.id);
  const { zones } = useMayContact(lead);
  if (followups === undefined) {
    return (
      <PanelNotice
        text={isError ? translate('crm.followup.failed') : undefined}
        {...(isError && { onRetry: refetch })}
      />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.5, p: 2, maxWidth: 672 }}>
      {followups.length > 0 && (
        <Box
          component="ul"
          aria-label={translate('crm.followups.title')}
          sx={{ display: 'grid', gap: 1.5, listStyle: 'none', m: 0, p: 0 }}
        >
          {followups.map((followup) => (
            <FollowupItem
              key={followup.id}
              lead={lead}
              followup={followup}
              zones={zones}
              isOpenFirst={followups.length === 1}
            />
          ))}
        </Box>
      )}
      <NewFollowup lead={lead} zones={zones} count={followups.length} />
    </Box>
  );
}
