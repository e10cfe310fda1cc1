import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import Chip from '@mui/material/Chip';
import type { ConsentState } from '@crm/contracts/customers/consent.js';
import { useConsentMessages } from '../../i18n/consent.en.js';

const looks = {
  valid: { hue: 'green', Icon: CheckCircleOutlined },
  expired: { hue: 'orange', Icon: HistoryOutlined },
  revoked: { hue: 'red', Icon: BlockOutlined },
} as const;

/** Whether a consent holds, as a word on its hue. */
export function ConsentStateChip({ state }: { state: ConsentState }) {
  const translate = useConsentMessages();
  const { hue, Icon } = looks[state];
  return (
    <Chip
      icon={<Icon aria-hidden />}
      label={translate(`crm.consent.state.${state}`)}
      sx={(theme) => ({
        backgroundColor: theme.palette.hue[hue].chip,
        color: theme.palette.hue[hue].fg,
        '& .MuiChip-icon': { color: 'inherit', fontSize: theme.typography.pxToRem(16) },
      })}
    />
  );
}
