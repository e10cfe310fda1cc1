import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MuiSnackbar from '@mui/material/Snackbar';
import Paper from '@mui/material/Paper';
import type { HueName } from '../theme/tokens.js';
import { useEffect, useState } from 'react';
import {
  CloseNotificationContext,
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
  type NotificationPayload,
  type NotificationType,
} from 'react-admin';
import { useWords } from '../i18n/useWords.js';
import { AboveDialogs } from '../layout/AboveDialogs.js';

/** How long a message stays (account-and-shell section 9). */
export const snackbarMs = 6000;

const looks = {
  success: { hue: 'green', Icon: CheckCircleOutlined },
  info: { hue: 'blue', Icon: InfoOutlined },
  warning: { hue: 'orange', Icon: WarningAmberOutlined },
  error: { hue: 'red', Icon: ErrorOutlined },
} as const satisfies Record<NotificationType, { hue: HueName; Icon: typeof InfoOutlined }>;

/** A message gives way to a weightier one, which would come too late otherwise. */
const weight: Record<NotificationType, number> = { info: 0, success: 1, warning: 2, error: 3 };

/** Shows what happened, on top, one message at a time; the same words twice are shown once. */
export const Snackbar = () => {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const translate = useTranslate();
  const words = useWords();
  const [current, setCurrent] = useState<NotificationPayload>();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    const [next] = notifications;
    if (!next) return;
    if (!current) {
      takeNotification();
      setCurrent(next);
      setOpen(true);
    } else if (next.message === current.message) {
      takeNotification();
    } else if (notifications.some((waiting) => weight[waiting.type] > weight[current.type])) {
      setOpen(false);
    }
  }, [notifications, current, takeNotification]);

  if (!current) return null;
  const { message, type, notificationOptions } = current;
  const { autoHideDuration, undoable = false } = notificationOptions ?? {};
  const messageArgs: unknown = notificationOptions?.messageArgs;
  const { hue, Icon } = looks[type];
  const close = () => {
    setOpen(false);
  };
  const settle = (isUndo: boolean) => {
    if (undoable) takeMutation()?.({ isUndo });
  };

  return (
    <AboveDialogs>
      <CloseNotificationContext.Provider value={close}>
        <MuiSnackbar
          open={open}
          autoHideDuration={autoHideDuration === undefined ? snackbarMs : autoHideDuration}
          anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
          // Over the free middle of the bar, so that nothing below it waits for it to go; below the bar while that
          // middle belongs to a call, but for a dialog, which leaves it the room.
          sx={(theme) => ({
            '&&': { top: 4 },
            'body:has([data-call-banner]):not(:has(> .MuiDialog-root)) &&': { top: theme.size.topBar + 8 },
          })}
          onClose={(_, reason) => {
            if (reason !== 'clickaway') close();
          }}
          slotProps={{
            transition: {
              onExited: () => {
                settle(false);
                setCurrent(undefined);
              },
            },
          }}
        >
          <Paper
            role={type === 'error' ? 'alert' : 'status'}
            data-type={type}
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              minHeight: 48,
              minWidth: 280,
              maxWidth: 560,
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
            <Box sx={{ typography: 'body2', fontWeight: 500, flex: 1, py: 0.75, overflowWrap: 'anywhere' }}>
              {typeof message === 'string'
                ? translate(message, { ...(messageArgs as object), _: message })
                : message}
            </Box>
            {undoable && (
              <Button
                size="small"
                onClick={() => {
                  settle(true);
                  close();
                }}
              >
                {translate('ra.action.undo')}
              </Button>
            )}
            <IconButton size="small" aria-label={words('crm.action.close')} onClick={close}>
              <CloseOutlined />
            </IconButton>
          </Paper>
        </MuiSnackbar>
      </CloseNotificationContext.Provider>
    </AboveDialogs>
  );
};
