import { useEffect } from 'react';
import CallOutlined from '@mui/icons-material/CallOutlined';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useRingLead } from '../calling/useRingLead.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { useLead } from '../leads/lead/lead-query.js';
import { PermissionsOf, useRowPermission } from '../leads/permission/RowPermissions.js';
import { LocalTimeOfRow } from '../leads/permission/PhoneOfRow.js';
import { healthColumns, lifeColumns } from '../leads/table/lead-columns.js';
import { isBusyFor } from '../leads/table/lead-row.rules.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import { LeadSummary } from '../peek/LeadSummary.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import TextPanel from '../texts/TextPanel.js';
import { textsKey, useTexts } from '../texts/useTexts.js';
import { ConversationFrame } from './ConversationFrame.js';

/** The texts with a customer, answered without opening the lead. */
export function LeadConversation({ leadId }: { leadId: string }) {
  const translate = useInboxMessages();
  const { data: lead, error, refetch } = useLead(leadId);
  if (!lead)
    return (
      <ConversationFrame name="">
        <PanelNotice
          text={error ? translate('crm.inbox.gone') : undefined}
          {...(error && { onRetry: refetch })}
        />
      </ConversationFrame>
    );
  return (
    <PermissionsOf rows={[lead]}>
      <Conversation lead={lead} />
    </PermissionsOf>
  );
}

function Conversation({ lead }: { lead: Lead }) {
  const translate = useInboxMessages();
  const { id: userId } = useCurrentUser();
  const ring = useRingLead();
  const permission = useRowPermission(lead.id);
  useFreshTexts(lead.id);
  useShortcut({ key: 'r', label: translate('crm.inbox.reply'), scope: 'page' }, () => {
    document.getElementById('new-text')?.focus();
  });
  const denialReason = isBusyFor(lead, userId)
    ? translate('crm.leads.busyHint', { name: lead.busy_fullname ?? '' })
    : undefined;
  return (
    <ConversationFrame
      name={lead.fullname}
      note={
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            columnGap: { xs: 0.5, sm: 1 },
            minHeight: 24,
            typography: 'body2',
            // The clock stays beside a long status.
            '& > .MuiChip-root': { minWidth: 0 },
            '& > :not(.MuiChip-root)': { flex: 'none' },
          }}
        >
          <StatusChip status={lead.status} type={lead.type_id} />
          {permission && <LocalTimeOfRow permission={permission} />}
        </Box>
      }
      actions={
        <>
          <Button
            variant="outlined"
            size="small"
            startIcon={<CallOutlined />}
            sx={{ px: { xs: 1, sm: 1.5 } }}
            onClick={() => {
              ring(lead.id);
            }}
          >
            {translate('crm.inbox.call')}
          </Button>
          <Button
            component={RouterLink}
            to={`/lead/${lead.id}/text`}
            variant="outlined"
            size="small"
            startIcon={<OpenInFullOutlined />}
            aria-label={translate('crm.inbox.openLead')}
            sx={{
              minWidth: 0,
              px: { xs: 1, sm: 1.5 },
              '& .MuiButton-startIcon': { mr: { xs: -0.5, sm: 1 } },
            }}
          >
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              {translate('crm.inbox.openLead')}
            </Box>
          </Button>
        </>
      }
      about={<LeadSummary lead={lead} columns={lead.type === 'health' ? healthColumns : lifeColumns} />}
    >
      <TextPanel lead={lead} mayChange={denialReason === undefined} denialReason={denialReason} tab="text" />
    </ConversationFrame>
  );
}

const stepsMs = 3_000;
/** So long after it was sent a text may still move. */
const movesMs = 2 * 60_000;

/**
 * A window that has not opened the lead is told of no steps of its texts: a text that comes is read by its notice, and
 * what was just sent is asked about until it arrived.
 */
function useFreshTexts(leadId: string): void {
  const client = useQueryClient();
  const { data } = useTexts(leadId);
  const reread = () => void client.invalidateQueries({ queryKey: textsKey(leadId) });
  useServerEvent('receiveMessage', ({ lead_id }) => {
    if (lead_id === leadId) reread();
  });
  const last = data?.messages.findLast(({ is_client_message }) => is_client_message === 0);
  const isMoving = last !== undefined && ['queued', 'sending', 'sent'].includes(last.send_status);
  const sentAt = last?.createdAt;
  useEffect(() => {
    if (!isMoving || sentAt === undefined) return undefined;
    const timer = setInterval(() => {
      if (Date.now() - Date.parse(sentAt) > movesMs) clearInterval(timer);
      else void client.invalidateQueries({ queryKey: textsKey(leadId) });
    }, stepsMs);
    return () => {
      clearInterval(timer);
    };
  }, [isMoving, sentAt, client, leadId]);
}
