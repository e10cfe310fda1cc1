import Box from '@mui/material/Box';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { PanelButton } from '../controls/PanelButton.js';
import { useNow } from '../controls/useNow.js';
import { sameTimeTomorrow, suggested } from '../followups/followup-form.rules.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { shownAt } from '../leads/lead/local-time.js';
import { useMayContact } from '../leads/permission/useMayContact.js';

/** When to come back to a lead; without an instant it is picked in the follow-up dialog. */
export interface FollowupChip {
  name: 'hour' | 'day' | 'pick';
  at: Date | undefined;
}

interface Props {
  lead: Lead;
  chosen: FollowupChip | undefined;
  onChoose: (chip: FollowupChip) => void;
}

/** The usual times to come back at, by the customer's clock. */
export function FollowupChips({ lead, chosen, onChoose }: Props) {
  const translate = useCallMessages();
  const { zones } = useMayContact(lead);
  const zone = zones[0] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = useNow();
  const chips: FollowupChip[] = [
    { name: 'hour', at: suggested('hour', now) },
    { name: 'day', at: sameTimeTomorrow(zone, now) },
    { name: 'pick', at: undefined },
  ];
  return (
    <Box
      role="group"
      aria-label={translate('crm.calls.how.followup')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {chips.map((chip, index) => (
        <PanelButton
          key={chip.name}
          label={translate(`crm.calls.how.${chip.name}`)}
          detail={chip.at && shownAt(zone, chip.at, now)}
          shortcut={String(index + 1)}
          isPressed={chosen?.name === chip.name}
          onClick={() => {
            onChoose(chip);
          }}
        />
      ))}
    </Box>
  );
}
