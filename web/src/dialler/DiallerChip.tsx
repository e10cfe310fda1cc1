import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import PhoneInTalkOutlined from '@mui/icons-material/PhoneInTalkOutlined';
import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined';
import VoicemailOutlined from '@mui/icons-material/VoicemailOutlined';
import Chip from '@mui/material/Chip';
import { useDiallerMessages } from '../i18n/dialler.en.js';
import { diallerHue, type DiallerOutcome } from './dialler-outcome.js';

const icons = {
  1: PhoneInTalkOutlined,
  2: ErrorOutlineOutlined,
  3: PhoneMissedOutlined,
  4: CheckCircleOutlined,
  5: VoicemailOutlined,
} as const satisfies Record<DiallerOutcome, typeof PhoneInTalkOutlined>;

/** An outcome as a chip with icon and colour. */
export function DiallerChip({ outcome, label }: { outcome: DiallerOutcome; label?: string }) {
  const translate = useDiallerMessages();
  const hue = diallerHue(outcome);
  const Icon = icons[outcome];
  return (
    <Chip
      icon={<Icon aria-hidden />}
      label={label ?? translate(`crm.dialler.outcome.${outcome}`)}
      sx={(theme) => ({
        backgroundColor: theme.palette.hue[hue].chip,
        color: theme.palette.hue[hue].fg,
        '& .MuiChip-icon': { color: 'inherit', fontSize: theme.size.iconSmall },
      })}
    />
  );
}
