import CheckOutlined from '@mui/icons-material/CheckOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { toShown } from '@crm/contracts/phone.js';
import { useNotificationMessages } from '../i18n/notifications.en.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useVoicemailAudio } from '../voicemails/useVoicemailAudio.js';
import { shortBody, timePassed } from './shown-notification.rules.js';
import { useNotifications, useReadNotification, type ShownNotification } from './useNotifications.js';

const menuHeight = 400;
/** Two lines have room for all but the longest names. */
const titleLines = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontWeight: 600,
} as const;

/** What is not read yet (rule T5). */
export default function NotificationsMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const translate = useNotificationMessages();
  const { data, isError, refetch } = useNotifications();
  const title = translate('crm.notifications.title');
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': title,
          sx: { width: 360, maxHeight: menuHeight, mt: 0.5, overflow: 'auto' },
        },
      }}
    >
      {data === undefined || data.length === 0 ? (
        <Box sx={{ pb: 1.5 }}>
          <PanelNotice
            text={
              isError ? translate('crm.notifications.failed') : data && translate('crm.notifications.none')
            }
            {...(isError && { onRetry: refetch })}
          />
        </Box>
      ) : (
        <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((each) => (
            <Item key={each.id} notification={each} onClose={onClose} />
          ))}
        </Box>
      )}
    </Popover>
  );
}

/** Where notifications lead that are about no lead. */
const pageOf: Partial<Record<ShownNotification['type'], string>> = {
  licence: '/licences',
  webhook: '/webhooks',
};

function Item({ notification, onClose }: { notification: ShownNotification; onClose: () => void }) {
  const translate = useNotificationMessages();
  const { mutate, isPending } = useReadNotification();
  const { load } = useVoicemailAudio();
  const { id, type, lead_id, lead_name, body, createdAt, voicemail_id } = notification;
  const to = pageOf[type] ?? (lead_id === null ? undefined : `/lead/${lead_id}`);
  // Somebody without a lead has the number for a name.
  const lead = toShown(lead_name);
  const title = translate(`crm.notifications.${type}`, { lead });
  const { unit, count } = timePassed(createdAt, new Date());
  const reads = translate('crm.notifications.read', { title });
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        px: 2,
        py: 1.25,
        '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'border.subtle' },
        '&:hover': { backgroundColor: 'surface.hover' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {to === undefined ? (
          <Typography variant="body2" title={title} sx={titleLines}>
            {title}
          </Typography>
        ) : (
          <Link
            component={RouterLink}
            to={to}
            onClick={onClose}
            underline="hover"
            variant="body2"
            title={title}
            sx={titleLines}
          >
            {title}
          </Link>
        )}
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {shortBody(body)}
        </Typography>
        {/* Of a number without a lead it can be heard here alone. */}
        {lead_id === null && voicemail_id !== null && (
          <AudioPlayer
            label={translate('crm.notifications.audio', { lead })}
            load={() => load(voicemail_id)}
          />
        )}
        <Typography variant="caption" component="time" dateTime={createdAt} color="textSecondary">
          {translate(`crm.notifications.${unit}`, { smart_count: count })}
        </Typography>
      </Box>
      <Tooltip title={reads}>
        <IconButton
          size="small"
          aria-label={reads}
          loading={isPending}
          onClick={() => {
            mutate(id);
          }}
        >
          <CheckOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
