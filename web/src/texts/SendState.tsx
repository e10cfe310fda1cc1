import type { ComponentType } from 'react';
import DoneAllOutlined from '@mui/icons-material/DoneAllOutlined';
import DoneOutlined from '@mui/icons-material/DoneOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import type { SendStatus } from '@crm/contracts/entities/messaging.js';
import { useTextMessages } from '../i18n/texts.en.js';

type OfOurs = Exclude<SendStatus, 'received'>;

const icons: Record<OfOurs, ComponentType<{ 'aria-hidden': true; sx: object }>> = {
  queued: HourglassEmptyOutlined,
  sending: SendOutlined,
  sent: DoneOutlined,
  delivered: DoneAllOutlined,
  undelivered: ErrorOutlineOutlined,
  failed: ErrorOutlineOutlined,
};

/** The delivery status of a text, as a word and an icon. */
export function SendState({ status }: { status: OfOurs }) {
  const translate = useTextMessages();
  const Icon = icons[status];
  const hasFailed = status === 'failed' || status === 'undelivered';
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: hasFailed ? 'error.main' : 'text.secondary',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: '1.25em' }} />
      {translate(`crm.text.status.${status}`)}
    </Box>
  );
}
