import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import NotificationImportantOutlined from '@mui/icons-material/NotificationImportantOutlined';
import Chip from '@mui/material/Chip';
import type { Followup } from '@crm/contracts/entities/followup.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { stateOf } from './followup-form.rules.js';

const looks = {
  completed: { hue: 'green', Icon: CheckCircleOutlined },
  inProgress: { hue: 'neutral', Icon: HourglassEmptyOutlined },
  overdue: { hue: 'orange', Icon: NotificationImportantOutlined },
} as const;

/** How a follow-up stands, as a word on its hue. */
export function FollowupStateChip({ followup }: { followup: Pick<Followup, 'completed' | 'datetime'> }) {
  const translate = useFollowupMessages();
  const state = stateOf(followup, new Date());
  const { hue, Icon } = looks[state];
  return (
    <Chip
      icon={<Icon aria-hidden />}
      label={translate(`crm.followup.${state}`)}
      sx={(theme) => ({
        backgroundColor: theme.palette.hue[hue].chip,
        color: theme.palette.hue[hue].fg,
        '& .MuiChip-icon': { color: 'inherit', fontSize: theme.typography.pxToRem(16) },
      })}
    />
  );
}
