import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Fade from '@mui/material/Fade';
import Paper from '@mui/material/Paper';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslate } from '../i18n/useTranslate.js';
import { waitingParts } from '../loading/load-part.js';
import { useLiveConnection } from '../realtime/RealtimeProvider.js';
import { useConnectionState } from '../realtime/useConnectionState.js';
import { AboveDialogs } from '../notifications/AboveDialogs.js';

/** Shorter interruptions, or first connections faster than this, are not shown. */
const quietForMs = { lost: 1500, starting: 5000 };
/** How long the 'reconnected' message stays. */
const backForMs = 3000;

type Shown = 'nothing' | 'starting' | 'lost' | 'given-up' | 'back';

/**
 * Shows that the live connection is lost or back, as an overlay that shifts no layout. It hangs on the top bar's lower edge,
 * no higher than the gap between the bar and the page: nothing that one works with is there, at the foot there always is.
 */
export const ConnectionBanner = () => {
  const translate = useTranslate();
  const state = useConnectionState();
  const { retry } = useLiveConnection();
  const [shown, setShown] = useState<Shown>('nothing');
  // The user opened something unavailable offline: shown at once.
  const isAwaited = useSyncExternalStore(waitingParts.subscribe, waitingParts.count) > 0;

  useEffect(() => {
    if (state === 'given-up') {
      setShown('given-up');
      return undefined;
    }
    if (state === 'live') {
      // A first connection is not a reconnect.
      setShown((before) => (before === 'nothing' || before === 'starting' ? 'nothing' : 'back'));
      const timer = setTimeout(() => {
        setShown('nothing');
      }, backForMs);
      return () => {
        clearTimeout(timer);
      };
    }
    const timer = setTimeout(() => {
      setShown(state);
    }, quietForMs[state]);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);

  const text = {
    nothing: '',
    starting: translate('crm.connection.starting'),
    lost: translate('crm.connection.lost'),
    'given-up': translate('crm.connection.givenUp'),
    back: translate('crm.connection.back'),
  }[shown];
  const isBack = shown === 'back' && !isAwaited;
  const hue = isBack ? 'green' : 'orange';

  return (
    <AboveDialogs>
      <Box
        role="status"
        sx={(theme) => ({
          position: 'fixed',
          // Beside what a snackbar takes of the bar; on a phone, which has no room beside it, at its lower edge.
          insetInline: { xs: 0, md: `calc(100vw - ${String(theme.size.barEnd - 8)}px) 0` },
          top: {
            xs: `max(${String(theme.size.topBar - 10)}px, var(--snackbar, 0px))`,
            md: theme.size.topBar - 10,
          },
          zIndex: theme.zIndex.snackbar + 1,
          display: 'flex',
          justifyContent: { xs: 'center', md: 'flex-start' },
          pointerEvents: 'none',
        })}
      >
        <Fade in={isAwaited || shown !== 'nothing'} unmountOnExit>
          <Paper
            sx={(theme) => ({
              typography: 'caption',
              display: 'flex',
              alignItems: 'center',
              gap: 0.75,
              minHeight: 22,
              px: 1,
              color: `hue.${hue}.fg`,
              backgroundColor: `hue.${hue}.chip`,
              borderRadius: `${String(theme.radius.pill)}px`,
              boxShadow: theme.elevation[1],
              '& > svg': { fontSize: 16 },
            })}
          >
            {isBack ? <CloudDoneOutlined aria-hidden /> : <CloudOffOutlined aria-hidden />}
            {isAwaited ? translate('crm.connection.awaited') : text}
            {shown === 'given-up' && (
              <Button
                size="small"
                onClick={retry}
                // As low as a chip: the gap below the bar holds no more.
                sx={{
                  minHeight: 24,
                  typography: 'caption',
                  fontWeight: 600,
                  mr: -0.5,
                  pointerEvents: 'auto',
                }}
              >
                {translate('crm.action.retry')}
              </Button>
            )}
          </Paper>
        </Fade>
      </Box>
    </AboveDialogs>
  );
};
