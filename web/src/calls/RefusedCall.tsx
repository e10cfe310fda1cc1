import type { KeyboardEvent } from 'react';
import CallOutlined from '@mui/icons-material/CallOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import SmsOutlined from '@mui/icons-material/SmsOutlined';
import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { PanelButton } from '../controls/PanelButton.js';
import { usePlannedFollowup } from '../followups/usePlannedFollowup.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { shownAt } from '../leads/lead/local-time.js';
import { one, saidOf } from '../leads/permission/permission-words.rules.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import type { useDial } from './useDial.js';

interface Props {
  lead: Lead;
  anchor: HTMLElement;
  dialled: ReturnType<typeof useDial>;
  /** What the server said as it refused the call; else what stands against it is said. */
  said: string | undefined;
  /** Absent where the user sends no texts. */
  onText: (() => void) | undefined;
  onClose: () => void;
}

/** Why a lead cannot be called, until when, and what can be done instead: each by its digit (look: Refused call). */
export default function RefusedCall({ lead, anchor, dialled, said, onText, onClose }: Props) {
  const translate = useCallMessages();
  const words = useTranslate();
  const { zones, wayOf } = useMayContact(lead);
  const followup = usePlannedFollowup(lead);
  const { chosen, numbers, dial, setPlace } = dialled;
  const permission = chosen && wayOf(chosen.place, 'call').way?.permission;
  const now = new Date();
  const { word, time } = saidOf(
    permission ?? { allowed: false, next_allowed_at: null },
    one.call,
    zones[0],
    now,
  );
  const next = permission?.next_allowed_at ?? null;
  const ours = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const other = numbers.find(
    ({ place, denialReason }) => place !== chosen?.place && denialReason === undefined,
  );
  const mayText = chosen !== undefined && wayOf(chosen.place, 'text').allowed;

  const actions = [
    next !== null && {
      Icon: EventOutlined,
      label: translate('crm.calls.refused.followup', { time: shownAt(ours, new Date(next), now) }),
      isBusy: followup.isSaving,
      reason: followup.isUnknown ? words('crm.loading.label') : undefined,
      // A refusal has been said by the call itself.
      act: () => void followup.plan(new Date(next)).then(onClose, () => undefined),
    },
    mayText &&
      onText !== undefined && {
        Icon: SmsOutlined,
        label: translate('crm.calls.refused.text'),
        isBusy: false,
        reason: undefined,
        act: () => {
          onClose();
          onText();
        },
      },
    other !== undefined && {
      Icon: CallOutlined,
      label: translate('crm.calls.dialNumber', { number: toShown(other.number ?? '') }),
      isBusy: false,
      reason: undefined,
      act: () => {
        setPlace(other.place);
        dial(other);
        onClose();
      },
    },
  ].filter((action) => action !== false);

  const pressed = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    const action = actions[Number(key) - 1];
    if (action?.reason === undefined) action?.act();
  };

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      onKeyDown={pressed}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'refused-call',
          'aria-describedby': 'refused-call-reason',
          sx: { p: 2, mt: -1, width: 340, color: 'panel.text', backgroundColor: 'panel.bg' },
        },
      }}
    >
      <Typography id="refused-call" variant="subtitle1" component="h2">
        {permission?.allowed === false ? words(word, { time }) : translate('crm.calls.refused.title')}
      </Typography>
      <Typography id="refused-call-reason" variant="body2" sx={{ color: 'panel.muted', mb: 1.5 }}>
        {said ?? chosen?.denialReason ?? words('crm.contact.none')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {actions.map(({ Icon, label, isBusy, reason, act }, index) => (
          <PanelButton
            key={label}
            icon={<Icon />}
            label={label}
            keyHint={String(index + 1)}
            isBusy={isBusy}
            reason={reason}
            onClick={act}
          />
        ))}
      </Box>
    </Popover>
  );
}
