import { memo } from 'react';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { pacificDate, shownInstant } from '@crm/contracts/time/pacific.js';
import { useNow } from '../controls/useNow.js';
import { relativeTime, timeOfDay } from '../i18n/shown-days.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { isUnread, type ShownText } from './conversation.rules.js';
import { TextFiles } from './TextFiles.js';
import { SendState } from './SendState.js';
import { useSeen } from './useSeen.js';
import { useResendText } from './useTexts.js';

interface Props extends ShownText {
  /** Above the first text of a day. */
  heading?: string;
  onSeen: (text: TextMessage) => void;
}

/** A text: content, author, time and, for ours, delivery status. Theirs are on the left, ours on the right. */
export const TextItem = memo(function TextItem({ text, isSigned, heading, onSeen }: Props) {
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
        mb: isSigned ? 1.5 : 0.5,
      }}
    >
      {heading !== undefined && <DayLine>{heading}</DayLine>}
      {text.files.length > 0 && <TextFiles files={text.files} time={time} />}
      {text.text !== '' && (
        <Typography
          variant="body2"
          sx={(theme) => ({
            maxWidth: { xs: '88%', sm: 'min(80%, 640px)' },
            px: 1.5,
            py: 1,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            backgroundColor: isTheirs ? 'hue.neutral.chip' : 'brand.tint',
            borderRadius: `${String(theme.radius.card)}px`,
            // The corner at the side of whoever wrote it.
            ...(isSigned && { [isTheirs ? 'borderBottomLeftRadius' : 'borderBottomRightRadius']: '4px' }),
          })}
        >
          {text.text}
        </Typography>
      )}
      {isSigned && (
        <Box
          ref={lastLine}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1,
            mt: 0.5,
            typography: 'caption',
            fontWeight: 400,
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
          {/* On the left it is who the conversation is with. */}
          <Box component="span" sx={{ ...(isTheirs && visuallyHidden) }}>
            {name}
          </Box>
          <WrittenAt at={text.createdAt} title={time} />
          {text.send_status !== 'received' && <SendState status={text.send_status} />}
        </Box>
      )}
      {text.reason !== '' && (
        <Typography variant="caption" sx={{ color: 'error.main', maxWidth: '80%', overflowWrap: 'anywhere' }}>
          {text.reason}
        </Typography>
      )}
      {text.can_resend && <Resend text={text} time={time} />}
    </Box>
  );
});

const DayLine = ({ children }: { children: string }) => (
  <Typography
    variant="caption"
    component="h3"
    sx={{
      display: 'flex',
      alignItems: 'center',
      alignSelf: 'stretch',
      gap: 1.5,
      mb: 1.5,
      fontWeight: 600,
      color: 'text.secondary',
      '&::before, &::after': { content: '""', flex: 1, borderTop: 1, borderColor: 'border.subtle' },
    }}
  >
    {children}
  </Typography>
);

/** The time of day, below the heading of its day; of today also how long ago. */
function WrittenAt({ at, title }: { at: string; title: string }) {
  const translate = useTextMessages();
  const now = useNow();
  const isToday = pacificDate(new Date(at)) === pacificDate(now);
  const shown = translate('crm.fields.pacific', { time: timeOfDay(at) });
  return (
    <Box component="time" dateTime={at} title={title} sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {isToday ? `${shown} · ${relativeTime(at, now)}` : shown}
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
