import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useRecordingWords } from '../i18n/recordings.en.js';
import { useLeadVoicemails } from './useLeadVoicemails.js';

/** How many voicemails of a lead nobody has played yet. */
export function VoicemailBadge({ lead }: { lead: Lead }) {
  const words = useRecordingWords();
  const { data } = useLeadVoicemails(lead.id);
  const unread = data?.filter(({ read }) => read === 0).length ?? 0;
  if (unread === 0) return null;
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.typography.overline,
        ...theme.tabular,
        display: 'inline-grid',
        placeItems: 'center',
        minWidth: 20,
        height: 20,
        px: 0.75,
        fontWeight: 600,
        color: 'primary.contrastText',
        backgroundColor: 'primary.main',
        borderRadius: `${String(theme.radius.pill)}px`,
      })}
    >
      <span aria-hidden="true">{unread}</span>
      <span style={visuallyHidden}>{words('crm.vm.unread', { smart_count: unread })}</span>
    </Box>
  );
}
