import { useEffect, useState } from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { DiallerState, LiveCall } from '@crm/contracts/entities/telephony.js';
import { toShown } from '@crm/contracts/phone.js';
import { useCalling } from '../calling/calling.js';
import { useDiallerMessages } from '../i18n/dialler.en.js';
import { Clip } from '../controls/Clip.js';
import { shownTime } from '../recordings/shown-time.js';
import { DiallerChip } from './DiallerChip.js';

/** The current state of the dialler: whom it calls, and its progress through the selected leads. */
export function DiallerCard({ dialler: { on, run, call } }: { dialler: DiallerState }) {
  const translate = useDiallerMessages();
  const { device } = useCalling();
  const faults = {
    lost: translate('crm.dialler.deviceLost'),
    elsewhere: translate('crm.dialler.deviceElsewhere'),
  };
  const fault = on && (device === 'lost' || device === 'elsewhere') ? faults[device] : undefined;
  return (
    <Paper
      component="section"
      aria-label={translate('crm.dialler.now')}
      sx={(theme) => ({
        flex: '1 1 380px',
        minWidth: 0,
        minHeight: 116,
        px: 2,
        py: 1.5,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: call
          ? `inset ${String(theme.size.edge)}px 0 ${theme.palette.hue.blue.edge}, ${theme.elevation[1]}`
          : theme.elevation[1],
      })}
    >
      <Box role="status">{call ? <Current call={call} /> : <Waiting on={on} />}</Box>
      {run && (
        <>
          <LinearProgress
            variant="determinate"
            value={run.total === 0 ? 0 : (run.done / run.total) * 100}
            aria-hidden="true"
            sx={{ mt: 1.5, mb: 1, height: 4, borderRadius: 2 }}
          />
          <Typography variant="caption" color="textSecondary">
            {translate('crm.dialler.run', { done: run.done, total: run.total })}
          </Typography>
        </>
      )}
      {fault !== undefined && (
        <Typography variant="caption" component="p" role="alert" sx={{ mt: 1, color: 'warning.main' }}>
          {fault}
        </Typography>
      )}
    </Paper>
  );
}

function Waiting({ on }: { on: boolean }) {
  const translate = useDiallerMessages();
  return (
    <>
      <Typography variant="subtitle1" component="h2">
        {translate('crm.dialler.now')} · {translate(on ? 'crm.dialler.on' : 'crm.dialler.off')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {translate(on ? 'crm.dialler.nextText' : 'crm.dialler.offText')}
      </Typography>
    </>
  );
}

function Current({ call }: { call: LiveCall }) {
  const translate = useDiallerMessages();
  const isTalking = call.connectedAt !== null;
  const name = call.lead_name || toShown(call.number);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <DiallerChip
          outcome={isTalking ? 4 : 1}
          label={translate(isTalking ? 'crm.dialler.talking' : 'crm.dialler.dialling')}
        />
        <Typography variant="h4" component="h2" sx={{ mt: 0.75 }}>
          <Clip text={name}>
            {call.lead_id === null ? (
              name
            ) : (
              <Link
                component={RouterLink}
                to={`/lead/${call.lead_id}`}
                underline="hover"
                sx={{ color: 'inherit' }}
              >
                {name}
              </Link>
            )}
          </Clip>
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={(theme) => theme.tabular}>
          {toShown(call.number)}
        </Typography>
      </Box>
      <Since key={call.connectedAt ?? call.startedAt} instant={call.connectedAt ?? call.startedAt} />
    </Box>
  );
}

/** Elapsed time; hidden from screen readers, as it changes every second. */
function Since({ instant }: { instant: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <Typography
      variant="h2"
      component="span"
      aria-hidden="true"
      sx={(theme) => ({ ...theme.tabular, flex: 'none', color: 'hue.blue.fg' })}
    >
      {shownTime((now - Date.parse(instant)) / 1000)}
    </Typography>
  );
}
