import AssignmentTurnedInOutlined from '@mui/icons-material/AssignmentTurnedInOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import MailOutlined from '@mui/icons-material/MailOutlineOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { CallButton } from '../calls/CallButton.js';
import { CallCentreButton } from '../calls/CallCentreButton.js';
import { Kbd } from '../controls/Kbd.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import type { buttonsFor } from './action-bar.rules.js';

/** The dialogs that the bar opens. */
export type LeadDialog = 'status' | 'call' | 'sms' | 'email' | 'edit' | 'agent' | 'delete';

interface Props {
  lead: Lead;
  buttons: ReturnType<typeof buttonsFor>;
  /** Why the lead cannot be changed now. */
  reason: string | undefined;
  /** Whether the user holds the lead, so that it may be rung. */
  isOpen: boolean | 'opening';
  onOpen: (dialog: LeadDialog) => void;
  onStartWork: () => void;
  onComplete: () => void;
  isStarting: boolean;
  isCompleting: boolean;
}

/** What can be done with the lead, always in the same place and order (rule L29). */
export function ActionBar({
  lead,
  buttons,
  reason,
  isOpen,
  onOpen,
  onStartWork,
  onComplete,
  isStarting,
  isCompleting,
}: Props) {
  const translate = useLeadPageMessages();
  const openStatus = () => {
    if (reason === undefined) onOpen('status');
  };
  useShortcut({ key: 's', label: translate('crm.lead.status'), scope: 'page' }, openStatus);

  return (
    <Box
      role="toolbar"
      aria-label={translate('crm.lead.actions')}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        flex: 'none',
        minHeight: theme.size.actionBar,
        mx: { xs: -2, xl: -2.5 },
        mb: -2,
        px: 2.5,
        py: 1,
        backgroundColor: 'background.paper',
        borderTop: 1,
        borderColor: 'border.default',
      })}
    >
      <ReasonButton
        variant="contained"
        reason={reason}
        startIcon={<FlagOutlined />}
        endIcon={<Kbd aria-hidden="true">S</Kbd>}
        onClick={openStatus}
      >
        {translate('crm.lead.status')}
      </ReasonButton>
      {buttons.call && (
        <CallButton
          lead={lead}
          reason={reason}
          isOpen={isOpen}
          onText={
            buttons.templates
              ? () => {
                  onOpen('sms');
                }
              : undefined
          }
        />
      )}
      {buttons.call && (
        <CallCentreButton
          lead={lead}
          reason={reason}
          onOpen={() => {
            onOpen('call');
          }}
        />
      )}
      {(buttons.templates ? (['sms', 'email'] as const) : []).map((name) => (
        <ReasonButton
          key={name}
          variant="outlined"
          reason={reason}
          startIcon={name === 'sms' ? <SmsOutlined /> : <MailOutlined />}
          onClick={() => {
            onOpen(name);
          }}
        >
          {translate(`crm.lead.${name}`)}
        </ReasonButton>
      ))}
      {buttons.startWork && (
        <ReasonButton
          variant="outlined"
          reason={reason}
          loading={isStarting}
          startIcon={<PlayArrowOutlined />}
          onClick={onStartWork}
        >
          {translate('crm.lead.startWork')}
        </ReasonButton>
      )}
      {buttons.complete && (
        <Button
          variant="outlined"
          loading={isCompleting}
          startIcon={<AssignmentTurnedInOutlined />}
          onClick={onComplete}
        >
          {translate('crm.lead.complete')}
        </Button>
      )}
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5, my: 0.75 }} />
      {buttons.edit && (
        <ReasonButton
          color="secondary"
          reason={reason}
          startIcon={<EditOutlined />}
          onClick={() => {
            onOpen('edit');
          }}
        >
          {translate('crm.lead.edit')}
        </ReasonButton>
      )}
      {buttons.agent && (
        <ReasonButton
          color="secondary"
          reason={reason}
          startIcon={<PersonOutlined />}
          onClick={() => {
            onOpen('agent');
          }}
        >
          {translate('crm.lead.agent')}
        </ReasonButton>
      )}
      {buttons.delete && (
        <Button
          color="error"
          startIcon={<DeleteOutlined />}
          onClick={() => {
            onOpen('delete');
          }}
        >
          {translate('crm.lead.delete')}
        </Button>
      )}
    </Box>
  );
}
