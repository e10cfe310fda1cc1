import AssignmentTurnedInOutlined from '@mui/icons-material/AssignmentTurnedInOutlined';
import CallOutlined from '@mui/icons-material/CallOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import MailOutlined from '@mui/icons-material/MailOutlineOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { CallButton } from '../calls/CallButton.js';
import { useCallCentre } from '../calls/useCallCentre.js';
import { Kbd } from '../controls/Kbd.js';
import { MoreMenu, type MenuAction } from '../controls/MoreMenu.js';
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

interface Action extends MenuAction {
  isRunning?: boolean;
  /** Only what leads to the customer has a line around it; behind it stands what changes the lead itself. */
  look: 'outlined' | 'plain' | 'danger';
}

/** The actions beside status and call, in the order of the bar. */
function useActions(props: Props): Action[] {
  const { lead, buttons, reason, onOpen, onStartWork, onComplete, isStarting, isCompleting } = props;
  const translate = useLeadPageMessages();
  const callCentre = useCallCentre(lead, reason);
  const opens = (dialog: LeadDialog) => () => {
    onOpen(dialog);
  };
  const all: (Action | false)[] = [
    buttons.call && {
      ...{ key: 'call', label: callCentre.label, Icon: CallOutlined, reason: callCentre.reason },
      ...{ look: 'outlined', act: opens('call') },
    },
    ...(buttons.templates ? (['sms', 'email'] as const) : []).map((name): Action => ({
      ...{ key: name, label: translate(`crm.lead.${name}`), reason, look: 'outlined', act: opens(name) },
      Icon: name === 'sms' ? SmsOutlined : MailOutlined,
    })),
    buttons.startWork && {
      ...{ key: 'work', label: translate('crm.lead.startWork'), Icon: PlayArrowOutlined, reason },
      ...{ look: 'outlined', isRunning: isStarting, act: onStartWork },
    },
    buttons.complete && {
      ...{ key: 'complete', label: translate('crm.lead.complete'), Icon: AssignmentTurnedInOutlined },
      ...{ look: 'outlined', isRunning: isCompleting, act: onComplete },
    },
    buttons.edit && {
      ...{ key: 'edit', label: translate('crm.lead.edit'), Icon: EditOutlined, reason },
      ...{ look: 'plain', act: opens('edit') },
    },
    buttons.agent && {
      ...{ key: 'agent', label: translate('crm.lead.agent'), Icon: PersonOutlined, reason },
      ...{ look: 'plain', act: opens('agent') },
    },
    buttons.delete && {
      ...{ key: 'delete', label: translate('crm.lead.delete'), Icon: DeleteOutlined },
      ...{ look: 'danger', act: opens('delete') },
    },
  ];
  return all.filter((action) => action !== false);
}

/** What can be done with the lead, always in the same place and order (rule L29); a phone has status, call and a menu. */
export function ActionBar(props: Props) {
  const { lead, buttons, reason, isOpen, onOpen } = props;
  const translate = useLeadPageMessages();
  const actions = useActions(props);
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
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
        flexWrap: { xs: 'nowrap', md: 'wrap' },
        alignItems: 'center',
        gap: 1,
        flex: 'none',
        // First for keys and screen readers, who would pass every fact on the way; at the foot for the eye.
        order: 1,
        minHeight: theme.size.actionBar,
        mx: { xs: -2, xl: -2.5 },
        mb: -2,
        px: { xs: 2, md: 2.5 },
        py: 1,
        backgroundColor: 'background.paper',
        borderTop: 1,
        borderColor: 'border.default',
        // Enlarged to 400 % it has room for the words alone.
        [theme.breakpoints.down(360)]: { '& kbd, & .MuiButton-startIcon': { display: 'none' } },
      })}
    >
      <ReasonButton
        variant="contained"
        reason={reason}
        startIcon={<FlagOutlined />}
        endIcon={<Kbd aria-hidden="true">S</Kbd>}
        onClick={openStatus}
        sx={{ flex: { xs: 1, md: 'none' } }}
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
      {isNarrow ? (
        <MoreMenu label={translate('crm.lead.more')} actions={actions} />
      ) : (
        <>
          <ActionButtons actions={actions.filter(({ look }) => look === 'outlined')} />
          <Divider orientation="vertical" flexItem sx={{ mx: 0.5, my: 0.75 }} />
          <ActionButtons actions={actions.filter(({ look }) => look !== 'outlined')} />
        </>
      )}
    </Box>
  );
}

const ActionButtons = ({ actions }: { actions: readonly Action[] }) =>
  actions.map(({ key, label, Icon, reason, isRunning, look, act }) => (
    <ReasonButton
      key={key}
      variant={look === 'outlined' ? 'outlined' : 'text'}
      color={look === 'danger' ? 'error' : look === 'plain' ? 'secondary' : 'primary'}
      reason={reason}
      {...(isRunning !== undefined && { loading: isRunning })}
      startIcon={<Icon />}
      onClick={act}
    >
      {label}
    </ReasonButton>
  ));
