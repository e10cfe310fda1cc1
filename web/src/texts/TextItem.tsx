import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { isUnread } from './conversation.rules.js';
import { TextFiles } from './TextFiles.js';
import { SendState } from './SendState.js';
import { useSeen } from './useSeen.js';
import { useResendText } from './useTexts.js';

/** A text: content, author, time and, for ours, delivery status. Theirs are on the left, ours on the right. */
export function TextItem({ text, onSeen }: { text: TextMessage; onSeen: (text: TextMessage) => void }) {
  const translate = useTextMessages();
  const isTheirs = text.is_client_message === 1;
  const isNew = isUnread(text);
  // Its last line: whoever saw that saw the text.
  const lastLine = useSeen<HTMLDivElement>(isNew, () => {
    onSeen(text);
  });
  const name = isTheirs
    ? text.customer_fullname || translate('crm.text.customer')
    : text.agent_fullname || translate(text.user_id === 0 ? 'crm.text.automatic' : 'crm.text.formerUser');
  const time = translate('crm.fields.pacific', { time: shownInstant(text.createdAt) });
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: isTheirs ? 'flex-start' : 'flex-end',
        mb: 1.5,
      }}
    >
      {text.files.length > 0 && <TextFiles files={text.files} time={time} />}
      {text.text !== '' && (
        <Typography
          variant="body2"
          sx={(theme) => ({
            maxWidth: { xs: '100%', sm: '80%' },
            px: 1.5,
            py: 1,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            backgroundColor: isTheirs ? 'hue.neutral.chip' : 'brand.tint',
            borderRadius: `${String(theme.radius.card)}px`,
          })}
        >
          {text.text}
        </Typography>
      )}
      <Box
        ref={lastLine}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          mt: 0.5,
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        {isNew && (
          <Chip
            size="small"
            label={translate('crm.text.new')}
            sx={{ backgroundColor: 'hue.blue.chip', color: 'hue.blue.fg' }}
          />
        )}
        <span>{name}</span>
        <Box component="time" dateTime={text.createdAt} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {time}
        </Box>
        {text.send_status !== 'received' && <SendState status={text.send_status} />}
      </Box>
      {text.reason !== '' && (
        <Typography variant="caption" sx={{ color: 'error.main', maxWidth: '80%', overflowWrap: 'anywhere' }}>
          {text.reason}
        </Typography>
      )}
      {text.can_resend && <Resend text={text} time={time} />}
    </Box>
  );
}

/** Once per text; disabled while in flight, enabled again if refused. */
function Resend({ text, time }: { text: TextMessage; time: string }) {
  const translate = useTextMessages();
  const { mutate, isPending } = useResendText();
  return (
    <Button
      size="small"
      variant="outlined"
      loading={isPending}
      startIcon={<ReplayOutlined />}
      aria-label={translate('crm.text.resendOf', { time })}
      onClick={() => {
        if (!isPending) mutate(text.id);
      }}
      sx={{ mt: 0.5 }}
    >
      {translate('crm.text.resend')}
    </Button>
  );
}
