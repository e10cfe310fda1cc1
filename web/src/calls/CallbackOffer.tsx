import { useEffect, useRef, useState } from 'react';
import CallOutlined from '@mui/icons-material/CallOutlined';
import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import type { CallbackOffer as Offer } from '@crm/contracts/entities/telephony.js';
import { declineCallback, getCallbackOffer } from '@crm/contracts/http/callbacks.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useCalling } from '../calling/calling.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { AboveDialogs } from '../notifications/AboveDialogs.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useVerbs } from '../providers/useVerb.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/** So long an answer may be on its way. */
const answerMs = 5_000;

/** The caller whom the user is asked to call back, while they are asked: one click places the call. */
export function CallbackOffer() {
  const [offer, setOffer] = useState<Offer | null>(null);
  const { data } = useVerbQuery({
    isKeptLive: true,
    key: ['callbacks', 'offer'],
    ask: (provider, signal) => provider.call(getCallbackOffer, { signal }),
  });
  /** When the server last told of an offer: an answer from just before is older. */
  const heardAt = useRef(0);
  useEffect(() => {
    if (data && (data.offer !== null || Date.now() - heardAt.current > answerMs)) setOffer(data.offer);
  }, [data]);
  useServerEvent('callbackOffered', (told) => {
    heardAt.current = Date.now();
    setOffer(told);
  });
  if (offer === null) return null;
  return (
    <Asked
      key={`${offer.call_id} ${offer.until}`}
      offer={offer}
      onOver={() => {
        setOffer(null);
      }}
    />
  );
}

/** Whole seconds until an instant, by this machine's clock. */
const secondsTo = (instant: string) => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000));

function Asked({ offer, onOver }: { offer: Offer; onOver: () => void }) {
  const translate = useCallMessages();
  const { desk, inCall } = useCalling();
  const verbs = useVerbs();
  const showRefusal = useShowRefusal();
  const [seconds, setSeconds] = useState(() => secondsTo(offer.until));
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(secondsTo(offer.until));
    }, 500);
    return () => {
      clearInterval(timer);
    };
  }, [offer.until]);

  const { call_id, number, lead_id, lead_name, since } = offer;
  const name = lead_name || toShown(number);
  const title = translate('crm.calls.callback.title', { name });
  const reason = inCall
    ? translate('crm.calls.callback.inCall')
    : desk === undefined
      ? translate('crm.calls.callback.notReady')
      : undefined;
  return (
    <AboveDialogs>
      <Snackbar
        open
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        // Below the bar, where messages are, and over whatever dialog is open.
        sx={(theme) => ({ '&&': { top: theme.size.topBar + 8 } })}
      >
        <Paper
          role="alertdialog"
          aria-label={title}
          elevation={8}
          sx={{ width: 420, maxWidth: '100%', p: 2, display: 'flex', flexDirection: 'column', gap: 1.5 }}
        >
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
            <PhoneCallbackOutlined color="primary" />
            <Box sx={{ minWidth: 0, flex: 1 }} role="status">
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
              {lead_name !== '' && (
                <Typography variant="body2" sx={(theme) => theme.tabular}>
                  {toShown(number)}
                </Typography>
              )}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {translate('crm.calls.callback.asked', { time: shownInstant(since) })}
              </Typography>
            </Box>
            <Typography
              variant="body2"
              sx={(theme) => ({ ...theme.tabular, flex: 'none', color: 'text.secondary' })}
            >
              {translate('crm.calls.callback.seconds', { count: seconds })}
            </Typography>
          </Box>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
            <Button
              onClick={() => {
                onOver();
                verbs.call(declineCallback, { params: { id: call_id } }).catch(showRefusal);
              }}
            >
              {translate('crm.calls.callback.pass')}
            </Button>
            <ReasonButton
              variant="contained"
              startIcon={<CallOutlined />}
              reason={reason}
              onClick={() => {
                // It stays until the server says that the call was placed: one that is refused is still theirs.
                void desk?.call({ number, leadId: lead_id, kind: 'single' });
              }}
            >
              {translate('crm.calls.callback.call')}
            </ReasonButton>
          </Box>
        </Paper>
      </Snackbar>
    </AboveDialogs>
  );
}
