import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiSnackbar from '@mui/material/Snackbar';
import Paper from '@mui/material/Paper';
import type { HueName } from '../theme/tokens.js';
import { useEffect, useState } from 'react';
import {
  CloseNotificationContext,
  useNotificationContext,
  useTranslate as useTranslateAny,
  type NotificationPayload,
  type NotificationType,
} from 'react-admin';
import { publishHeight } from '../controls/publish-height.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { AboveDialogs, aboveDialogs } from './AboveDialogs.js';

/** How long a message stays (rule A15). */
export const snackbarMs = 6000;

const looks = {
  success: { hue: 'green', Icon: CheckCircleOutlined },
  info: { hue: 'blue', Icon: InfoOutlined },
  warning: { hue: 'orange', Icon: WarningAmberOutlined },
  error: { hue: 'red', Icon: ErrorOutlined },
} as const satisfies Record<NotificationType, { hue: HueName; Icon: typeof InfoOutlined }>;

/** A lighter message waits until a weightier one could be read. */
const weight: Record<NotificationType, number> = { info: 0, success: 1, warning: 2, error: 3 };
const readableMs = 2500;

interface Shown {
  notification: NotificationPayload;
  since: number;
}

/** What is shown, and the one lighter message that comes after it. */
interface Bar {
  shown?: Shown | undefined;
  next?: NotificationPayload | undefined;
}

/** Takes news in: the newest takes the place of what is shown, nothing queues. */
function arrived({ shown, next }: Bar, notification: NotificationPayload): Bar {
  const isLighter = shown && weight[notification.type] < weight[shown.notification.type];
  const since = Date.now();
  if (isLighter && since - shown.since < readableMs) return { shown, next: notification };
  // The same words again: they stand anew, and what waited behind them still does.
  const isSame = shown?.notification.message === notification.message;
  return { shown: { notification, since }, next: isSame ? next : undefined };
}

const widest = 560;
/** The notice of a lost connection hangs on the lower edge of what is shown. */
const publishOwnHeight = (element: HTMLElement | null) =>
  element ? publishHeight('--snackbar', element, aboveDialogs) : undefined;

/** Shows what happened last, on top, one message at a time. */
export const Snackbar = () => {
  const { notifications, setNotifications } = useNotificationContext();
  const translateAny = useTranslateAny();
  const translate = useTranslate();
  const [{ shown, next }, setBar] = useState<Bar>({});
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (notifications.length === 0) return;
    setNotifications((known) => known.filter((notification) => !notifications.includes(notification)));
    setBar((bar) => notifications.reduce(arrived, bar));
    setOpen(true);
  }, [notifications, setNotifications]);

  const isWaiting = next !== undefined;
  useEffect(() => {
    if (!isWaiting || !shown) return undefined;
    const timer = setTimeout(
      () => {
        setBar((bar) => (bar.next ? arrived({}, bar.next) : bar));
        setOpen(true);
      },
      shown.since + readableMs - Date.now(),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isWaiting, shown]);

  if (!shown) return null;
  const { message, type, notificationOptions } = shown.notification;
  const { autoHideDuration } = notificationOptions ?? {};
  const messageArgs: unknown = notificationOptions?.messageArgs;
  const { hue, Icon } = looks[type];
  const close = () => {
    setOpen(false);
  };

  return (
    <AboveDialogs>
      <CloseNotificationContext.Provider value={close}>
        <MuiSnackbar
          key={shown.since}
          open={open}
          autoHideDuration={autoHideDuration === undefined ? snackbarMs : autoHideDuration}
          anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
          // In the bar, so that nothing below it waits for it to go, and left of the place of the call. A phone's bar has no
          // such room: there it lies over it, two lines of it no lower, in a call, too: its panel says and does the same.
          sx={(theme) => ({
            '&&': {
              ...{ top: 0, left: 8, right: 8, transform: 'none' },
              pointerEvents: 'none',
              '& > *': { pointerEvents: 'auto' },
              [theme.breakpoints.up('md')]: {
                top: 4,
                left: `max(${String(theme.size.rail)}px, min(${String(theme.size.barEnd)}px, 100vw - ${String(theme.size.barEnd + widest)}px))`,
                right: theme.size.barEnd,
                justifyContent: { md: 'flex-end', xl: 'center' },
              },
            },
          })}
          onClose={(_, reason) => {
            if (reason !== 'clickaway') close();
          }}
          slotProps={{
            transition: {
              onExited: () => {
                setBar(({ next: waiting }) => (waiting ? arrived({}, waiting) : {}));
                setOpen(isWaiting);
              },
            },
          }}
        >
          <Paper
            ref={publishOwnHeight}
            role={type === 'error' ? 'alert' : 'status'}
            data-type={type}
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              minHeight: 48,
              minWidth: 280,
              maxWidth: widest,
              pl: 2,
              pr: 0.75,
              py: 0.5,
              backgroundColor: 'surface.raised',
              border: 1,
              borderColor: 'border.default',
              borderRadius: `${String(theme.radius.control)}px`,
              boxShadow: `inset ${String(theme.size.edge)}px 0 ${theme.palette.hue[hue].edge}, ${theme.elevation[2]}`,
            })}
          >
            <Icon sx={{ color: `hue.${hue}.fg`, flex: 'none' }} aria-hidden />
            <Box
              sx={{
                typography: 'body2',
                fontWeight: 500,
                flex: 1,
                py: { xs: 0.25, md: 0.75 },
                overflowWrap: 'anywhere',
              }}
            >
              {typeof message === 'string'
                ? translateAny(message, { ...(messageArgs as object), _: message })
                : message}
            </Box>
            <IconButton size="small" aria-label={translate('crm.action.close')} onClick={close}>
              <CloseOutlined />
            </IconButton>
          </Paper>
        </MuiSnackbar>
      </CloseNotificationContext.Provider>
    </AboveDialogs>
  );
};
