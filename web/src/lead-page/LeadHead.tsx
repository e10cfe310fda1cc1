import { memo } from 'react';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import { Clip } from '../controls/Clip.js';
import { shortName } from '../leads/table/lead-row.rules.js';
import { localise } from '../i18n/language.js';

/** Who the customer is and how the lead stands. */
export const LeadHead = memo(function LeadHead({ lead }: { lead: LeadRow }) {
  const translate = useLeadPageMessages();
  const showAnswer = useShowAnswer();
  const agent =
    lead.agent_fullname === null ? translate('crm.leads.noAgent') : shortName(lead.agent_fullname);
  const copied = [lead.fullname, ...(lead.phone === null ? [] : [toShown(lead.phone)])].join(' ');
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, px: 2.5, pt: 2, pb: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h4" component="h1">
          <Clip text={lead.fullname} />
        </Typography>
        <Typography
          variant="body2"
          component="div"
          // A line of its own for the status: a longer one moves nothing.
          sx={{ display: 'grid', justifyItems: 'start', gap: 0.5, mt: 0.5, color: 'text.secondary' }}
        >
          <StatusChip status={lead.status} type={lead.type_id} />
          <span>
            {[translate(`crm.leads.type.${lead.type}`), localise(lead.source_title), agent].join(' · ')}
          </span>
        </Typography>
      </Box>
      <Tooltip title={translate('crm.lead.copy')}>
        <IconButton
          aria-label={translate('crm.lead.copy')}
          onClick={() => {
            navigator.clipboard.writeText(copied).then(
              () => {
                showAnswer({ status: 'success', message: translate('crm.lead.copied') });
              },
              // The browser said no, and says so itself.
              () => undefined,
            );
          }}
        >
          <ContentCopyOutlined />
        </IconButton>
      </Tooltip>
    </Box>
  );
});
