import AssignmentTurnedInOutlined from '@mui/icons-material/AssignmentTurnedInOutlined';
import CallOutlined from '@mui/icons-material/CallOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import MailOutlined from '@mui/icons-material/MailOutlineOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import { savableStatus, statusTitle } from '@crm/contracts/codes/statuses.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCallCentre } from '../calls/useCallCentre.js';
import { useDial } from '../calls/useDial.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { usePaletteMessages } from '../i18n/palette.en.js';
import type { useLeadActions } from '../leads/lead/useLeadActions.js';
import { useCommands, type Command } from '../shortcuts/commands.js';
import type { buttonsFor } from './action-bar.rules.js';
import type { LeadDialog } from './ActionBar.js';
import { useSuitableAgents } from './useSuitableAgents.js';
import { localise } from '../i18n/language.js';

interface Options {
  lead: Lead;
  buttons: ReturnType<typeof buttonsFor>;
  reason: string | undefined;
  actions: Pick<ReturnType<typeof useLeadActions>, 'status' | 'assignment' | 'work' | 'completion'>;
  onOpen: (dialog: LeadDialog) => void;
  onText: (templateId: string) => void;
}

/** What the buttons of the page do, offered in the overlay: to the same people and with the same reasons. */
export function useLeadCommands({ lead, buttons, reason, actions, onOpen, onText }: Options): void {
  const translate = usePaletteMessages();
  const translateLead = useLeadPageMessages();
  const callCentre = useCallCentre(lead, reason);
  const dialled = useDial(lead);
  const { status, assignment, work, completion } = actions;
  const opens = (dialog: LeadDialog) => () => {
    onOpen(dialog);
  };
  const withoutAgent = { id: 0 as const, fullname: translateLead('crm.lead.withoutAgent'), email: '' };

  const statuses: Command[] = savableStatus.options.map((code) => ({
    id: `status-${code}`,
    label: translate('crm.palette.setStatus', { status: localise(statusTitle(code)) }),
    Icon: FlagOutlined,
    reason,
    isSearchedOnly: code !== 'followUp',
    act: () => {
      status.mutate({ status: code });
    },
  }));
  const all: (Command | false)[] = [
    buttons.call && {
      id: 'dial',
      label: translate('crm.palette.call'),
      Icon: CallOutlined,
      reason: dialled.busyLine ?? reason ?? dialled.chosen?.denialReason,
      act: () => {
        dialled.dial();
      },
    },
    buttons.call && {
      id: 'call',
      label: translate('crm.palette.openCallCentre'),
      Icon: CallOutlined,
      reason: callCentre.reason,
      act: opens('call'),
    },
    // Not the first: Enter pressed on nothing typed changes no lead.
    ...statuses,
    buttons.templates && {
      id: 'sms',
      label: translate('crm.palette.sendSms'),
      Icon: SmsOutlined,
      reason,
      act: opens('sms'),
    },
    buttons.templates && {
      id: 'email',
      label: translate('crm.palette.sendEmail'),
      Icon: MailOutlined,
      reason,
      act: opens('email'),
    },
    buttons.startWork && {
      id: 'start-work',
      label: translateLead('crm.lead.startWork'),
      Icon: PlayArrowOutlined,
      reason,
      act: () => {
        work.mutate();
      },
    },
    buttons.complete && {
      id: 'complete',
      label: translateLead('crm.lead.complete'),
      Icon: AssignmentTurnedInOutlined,
      act: () => {
        completion.mutate();
      },
    },
    buttons.edit && {
      id: 'edit',
      label: translateLead('crm.lead.edit'),
      Icon: EditOutlined,
      reason,
      act: opens('edit'),
    },
    buttons.agent && {
      id: 'assign',
      label: translate('crm.palette.assignTo'),
      Icon: PersonOutlined,
      reason,
      act: {
        useChoices: () => {
          const { data, isError } = useSuitableAgents(lead.id);
          const others = data && [withoutAgent, ...data].filter(({ id }) => id !== lead.user_id);
          return {
            isError,
            choices: others?.map(({ id, fullname, email }) => ({
              id: String(id),
              label: fullname,
              note: email,
              run: () => {
                assignment.mutate(id);
              },
            })),
          };
        },
      },
    },
    buttons.delete && {
      id: 'delete',
      label: translateLead('crm.lead.delete'),
      Icon: DeleteOutlined,
      act: opens('delete'),
    },
  ];
  useCommands({
    title: lead.fullname,
    commands: all.filter((command) => command !== false),
    ...(buttons.templates && reason === undefined && { onText }),
  });
}
