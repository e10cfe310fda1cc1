import { useEffect, useId, useRef } from 'react';
import CallEndOutlined from '@mui/icons-material/CallEndOutlined';
import CallOutlined from '@mui/icons-material/CallOutlined';
import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined';
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined';
import MicOffOutlined from '@mui/icons-material/MicOffOutlined';
import PauseOutlined from '@mui/icons-material/PauseOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { CallTimer } from './CallTimer.js';
import { callStatusText, shownCall } from './call-shown.rules.js';
import { useCalling, useKeptDevice } from '../calling/calling.js';
import { wordsOfFault } from '../calling/device-faults.rules.js';
import { Keypad } from './Keypad.js';
import { LineNotice } from './LineNotice.js';
import { useDial } from './useDial.js';
import { useCallActions } from '../calling/useCallActions.js';

/** How long the end of an answered call is shown before the dialog closes. */
const closesAfterMs = 1500;

/** Calls a lead, with the tools needed during the call (rule C5). */
export default function CallCentreDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const translate = useCallMessages();
  const calling = useCalling();
  const { here, live, desk, fault, last, hasEnded, device } = calling;
  const call = shownCall(calling);
  const isCalling = call !== undefined;
  useKeptDevice();
  const { numbers, chosen, kind, setKind, setPlace, dial } = useDial(lead);
  const { hold } = useCallActions(live);

  const hasTalked = useRef(false);
  useEffect(() => {
    if (call?.stage === 'talking') hasTalked.current = true;
  }, [call?.stage]);
  useEffect(() => {
    // What was refused or never began is explained here; of the rest the outcome is asked for.
    const isOver = hasTalked.current || (last !== null && last.outcome !== 'refused');
    if (isCalling || !hasEnded || !isOver) return undefined;
    const timer = setTimeout(onClose, closesAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isCalling, hasEnded, last, onClose]);

  const status = callStatusText(calling);
  const isMuted = here?.isMuted === true;
  const isHeld = live?.conference?.hold === true;
  const notReady = device === 'ready' ? undefined : translate('crm.calls.notReady');
  const notTalking = call?.stage === 'talking' ? undefined : translate('crm.calls.notInProgress');
  const notOpen = here?.state === 'open' ? undefined : translate('crm.calls.notInProgress');
  const isConference = (call?.kind ?? kind) === 'conference';
  const denialReason = chosen?.denialReason ?? notReady;
  const problem = call
    ? undefined
    : fault
      ? translate(wordsOfFault(fault).key, wordsOfFault(fault).values)
      : last?.reason;

  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.calls.callCentre')}
      subtitle={lead.fullname}
      onClose={onClose}
      extras={
        device === 'lost' || device === 'elsewhere' ? (
          <Button
            variant="outlined"
            onClick={() => {
              desk?.connect();
            }}
          >
            {translate(device === 'lost' ? 'crm.calls.tryAgain' : 'crm.calls.claim')}
          </Button>
        ) : undefined
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          {call ? (
            <Button
              variant="contained"
              color="error"
              startIcon={<CallEndOutlined />}
              onClick={() => {
                desk?.hangUp();
              }}
            >
              {translate('crm.calls.hangUp')}
            </Button>
          ) : (
            <ReasonButton
              variant="contained"
              color="success"
              startIcon={<CallOutlined />}
              reason={denialReason}
              onClick={() => {
                hasTalked.current = false;
                dial();
              }}
            >
              {translate('crm.calls.call')}
            </ReasonButton>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box>
          <Box
            role="status"
            sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 1 }}
          >
            <Typography variant="h4" component="p">
              {translate(status.key, { number: status.number })}
            </Typography>
          </Box>
          {call?.stage === 'talking' && call.since !== null && (
            <Box sx={{ typography: 'h3', color: 'success.main' }}>
              <CallTimer since={call.since} />
            </Box>
          )}
          <LineNotice />
          {device === 'elsewhere' && !call && (
            <Typography variant="body2" color="text.secondary">
              {translate('crm.calls.deviceElsewhere')}
            </Typography>
          )}
          {call && !call.isHere && (
            <Typography variant="body2" color="text.secondary">
              {translate('crm.calls.elsewhereHint')}
            </Typography>
          )}
          {problem && (
            <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
              {problem}
            </Typography>
          )}
        </Box>
        <Choice
          label={translate('crm.calls.callType')}
          value={call ? (call.kind === 'single' ? 'single' : 'conference') : kind}
          isOff={isCalling}
          choices={[
            { value: 'conference', text: translate('crm.calls.conference') },
            { value: 'single', text: translate('crm.calls.single') },
          ]}
          onPick={setKind}
        />
        {numbers.length > 1 && (
          <Choice
            label={translate('crm.calls.whichNumber')}
            value={chosen?.place ?? 'phone'}
            isOff={isCalling}
            choices={numbers.map((each) => ({
              value: each.place,
              text: each.number === null ? translate('crm.calls.hiddenNumber') : toShown(each.number),
              help:
                each.denialReason ??
                translate(each.place === 'phone' ? 'crm.calls.firstPhone' : 'crm.calls.secondPhone'),
              isOff: each.denialReason !== undefined,
            }))}
            onPick={setPlace}
          />
        )}
        {call && (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <ReasonButton
              fullWidth
              variant="outlined"
              aria-pressed={isMuted}
              reason={notOpen}
              startIcon={isMuted ? <MicOffOutlined /> : <MicNoneOutlined />}
              onClick={() => {
                desk?.mute(!isMuted);
              }}
            >
              {translate(isMuted ? 'crm.calls.muted' : 'crm.calls.mute')}
            </ReasonButton>
            {isConference && (
              <ReasonButton
                fullWidth
                variant="outlined"
                loading={hold.isPending}
                reason={notTalking}
                startIcon={isHeld ? <PlayArrowOutlined /> : <PauseOutlined />}
                onClick={() => {
                  hold.mutate(!isHeld);
                }}
              >
                {translate(isHeld ? 'crm.calls.resume' : 'crm.calls.hold')}
              </ReasonButton>
            )}
          </Box>
        )}
        {call && (
          <Keypad
            isOff={notOpen !== undefined}
            onPress={(key) => {
              desk?.press(key);
            }}
          />
        )}
        <Typography
          variant="body2"
          sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}
        >
          <HeadsetMicOutlined fontSize="small" aria-hidden />
          {translate('crm.calls.microphone')}
        </Typography>
      </Box>
    </DialogFrame>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  choices: readonly { value: V; text: string; help?: string; isOff?: boolean }[];
  isOff: boolean;
  onPick: (value: V) => void;
}

function Choice<V extends string>({ label, value, choices, isOff, onPick }: ChoiceProps<V>) {
  const id = useId();
  return (
    <Box>
      <FormLabel id={id} sx={{ typography: 'caption', color: 'text.secondary' }}>
        {label}
      </FormLabel>
      <RadioGroup row={choices.every(({ help }) => help === undefined)} aria-labelledby={id} value={value}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.value}
            value={choice.value}
            disabled={isOff || choice.isOff === true}
            control={<Radio />}
            onChange={() => {
              onPick(choice.value);
            }}
            label={
              <Box component="span" sx={{ typography: 'body2', display: 'block' }}>
                <Box component="span" sx={{ fontWeight: 500, color: 'text.primary' }}>
                  {choice.text}
                </Box>
                {choice.help !== undefined && (
                  <Box
                    component="span"
                    sx={{ typography: 'caption', display: 'block', color: 'text.secondary' }}
                  >
                    {choice.help}
                  </Box>
                )}
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  );
}
