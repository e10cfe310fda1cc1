import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Session } from '@crm/contracts/entities/session.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { dateFormat } from '../i18n/language.js';
import { useSessionMessages } from '../i18n/sessions.en.js';

interface Props {
  sessions: readonly Session[] | undefined;
  isError: boolean;
  onRetry: () => Promise<unknown>;
  /** The session that is being ended. */
  ending: string | undefined;
  onEnd: (session: Session) => void;
}

/** Sessions with their browser, place and times, each with a button that ends it; the one that asks is marked. */
export function SessionList({ sessions, isError, onRetry, ending, onEnd }: Props) {
  const translate = useSessionMessages();
  if (sessions === undefined || sessions.length === 0)
    return (
      <Box sx={{ mx: -2 }}>
        <PanelNotice
          text={isError ? translate('crm.sessions.failed') : sessions && translate('crm.sessions.none')}
          {...(isError && { onRetry })}
        />
      </Box>
    );
  const clock = dateFormat({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const at = (instant: string) => clock.format(new Date(instant));
  const nameOf = ({ browser, system }: Session) =>
    browser !== null && system !== null
      ? translate('crm.sessions.browserOn', { browser, system })
      : (browser ?? system ?? translate('crm.sessions.unknown'));
  return (
    <Box component="ul" aria-label={translate('crm.sessions.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {sessions.map((session) => {
        const { id, address, network, started_at, last_click_at, current } = session;
        const name = nameOf(session);
        return (
          <Box
            component="li"
            key={id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 2,
              py: 1.25,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
                {current && <Chip size="small" color="success" label={translate('crm.sessions.current')} />}
              </Box>
              <Typography variant="body2" color="text.secondary">
                {address === network || `::ffff:${network}` === address
                  ? translate('crm.sessions.place', { address: network })
                  : translate('crm.sessions.placeIn', { address, network })}
              </Typography>
              <Typography variant="body2" color="text.secondary">
                {translate('crm.sessions.times', { since: at(started_at), click: at(last_click_at) })}
              </Typography>
            </Box>
            {!current && (
              <Button
                size="small"
                variant="outlined"
                color="error"
                aria-label={translate('crm.sessions.endNamed', { name })}
                loading={ending === id}
                onClick={() => {
                  onEnd(session);
                }}
              >
                {translate('crm.sessions.end')}
              </Button>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
