import { Suspense, useRef, useState } from 'react';
import CallEndOutlined from '@mui/icons-material/CallEndOutlined';
import DialpadOutlined from '@mui/icons-material/DialpadOutlined';
import FiberManualRecordOutlined from '@mui/icons-material/FiberManualRecordOutlined';
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined';
import MicOffOutlined from '@mui/icons-material/MicOffOutlined';
import PauseOutlined from '@mui/icons-material/PauseOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PhoneForwardedOutlined from '@mui/icons-material/PhoneForwardedOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import VoicemailOutlined from '@mui/icons-material/VoicemailOutlined';
import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import { keyframes, type SxProps, type Theme } from '@mui/material/styles';
import { useNavigate } from '../routing/NavigateProvider.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { Clip } from '../controls/Clip.js';
import { CallTimer } from './CallTimer.js';
import { shownCall, type ShownCall } from './call-shown.rules.js';
import { useCalling } from '../calling/calling.js';
import { DoNotCallButton } from './DoNotCallButton.js';
import { Keypad } from './Keypad.js';
import { LineNotice } from './LineNotice.js';
import { PanelButton } from '../controls/PanelButton.js';
import { hasSecond } from './second.rules.js';
import { usePanelHeight } from './usePanelHeight.js';
import { useCallActions } from '../calling/useCallActions.js';
import { HelpButton } from './HelpButton.js';
import { useSupervisionMessages } from '../i18n/supervision.en.js';
import { lazyPart } from '../loading/lazy-part.js';

const SecondParticipantDialog = lazyPart(() => import('./SecondParticipantDialog.js'));
const TransferDialog = lazyPart(() => import('./TransferDialog.js'));
const DropVoicemailDialog = lazyPart(() => import('./DropVoicemailDialog.js'));

type PanelDialog = 'second' | 'transfer' | 'drop';

/** One row; on a phone who is called and how to end it, above the icons of the rest. */
const controls: SxProps<Theme> = (theme) => ({
  display: 'flex',
  flexWrap: { md: 'wrap', lg: 'nowrap' },
  alignItems: 'center',
  gap: 1,
  [theme.breakpoints.down('md')]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    '& .panel-who': { gridColumn: '1 / 5', gridRow: 1, mr: 0 },
    '& .panel-end': { gridColumn: '5 / -1', gridRow: 1, ml: 0 },
    '& .MuiButton-root': { minWidth: 0, px: 1 },
    '& .MuiButton-root:not(.panel-end)': {
      '& .panel-words': { display: 'none' },
      '& .MuiButton-startIcon': { mx: 0 },
    },
  },
});

const pulse = keyframes({ '50%': { opacity: 0.3 } });

interface Adjusting {
  /** Opens what is known of the call's lead, which outlives the call. */
  onAdjust: (leadId: string) => void;
}

/** The bottom call panel: same place, same order, on every page, while a call is active (look: Call panel). */
export default function CallPanel({ onAdjust }: Adjusting) {
  const calling = useCalling();
  const call = shownCall(calling);
  return call ? <Panel call={call} onAdjust={onAdjust} /> : null;
}

function Panel({ call, onAdjust }: { call: ShownCall } & Adjusting) {
  const translate = useCallMessages();
  const navigate = useNavigate();
  const { here, live, desk } = useCalling();
  const { hold, pause } = useCallActions(live);
  const [dialog, setDialog] = useState<PanelDialog>();
  const [padAt, setPadAt] = useState<HTMLElement>();
  const close = () => {
    setDialog(undefined);
  };
  const area = useRef<HTMLElement>(null);
  usePanelHeight(area);

  const inProgress = call.stage === 'talking' || here?.state === 'open';
  const notInProgress = inProgress ? undefined : translate('crm.calls.notInProgress');
  const notHere = call.isHere ? notInProgress : translate('crm.calls.elsewhereHint');
  const noLead = call.leadId === null ? translate('crm.calls.noLead') : notInProgress;
  const ofConference = (why: string) =>
    live?.conference ? (call.stage === 'talking' ? undefined : translate('crm.calls.notInProgress')) : why;
  const ofServer = live?.state === 'talking' ? undefined : translate('crm.calls.notInProgress');
  const ofCustomer = call.isColleague ? translate('crm.calls.withColleague') : undefined;
  const isHeld = live?.conference?.hold === true;
  const isPaused = live?.recording_paused === true;
  const isMuted = here?.isMuted === true;

  return (
    <Box
      component="section"
      ref={area}
      aria-label={translate('crm.calls.panel')}
      sx={(theme) => ({
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 1,
        flex: 'none',
        minHeight: theme.size.callPanel,
        px: { xs: 2, md: 2.5 },
        py: 1,
        color: 'panel.text',
        backgroundColor: 'panel.bg',
        borderTop: `2px solid ${theme.palette.panel.live}`,
        zIndex: theme.zIndex.appBar,
        // On a narrow screen the keys are said by the tooltips alone: all buttons stand in one row.
        [theme.breakpoints.down('xl')]: { '& .MuiButton-endIcon': { display: 'none' } },
        '@keyframes call-panel-in': { from: { transform: 'translateY(100%)' } },
        animation: `call-panel-in ${String(theme.timing.enter)}ms ${theme.timing.easeOut}`,
      })}
    >
      <LineNotice />
      <Box sx={controls}>
        <Who call={call} isPaused={isPaused} />
        <PanelButton
          icon={<PersonOutlined />}
          label={translate('crm.calls.lead')}
          shortcut="l"
          reason={noLead}
          onClick={() => {
            if (call.leadId !== null) void navigate(`/lead/${call.leadId}`);
          }}
        />
        <PanelButton
          icon={<TuneOutlined />}
          label={translate('crm.calls.adjust')}
          shortcut="a"
          reason={noLead}
          onClick={() => {
            if (call.leadId !== null) onAdjust(call.leadId);
          }}
        />
        <Box
          sx={{
            display: { xs: 'contents', md: 'flex' },
            flexWrap: { md: 'wrap', lg: 'nowrap' },
            gap: 1,
            ml: 'auto',
          }}
        >
          <PanelButton
            isShort
            icon={<FiberManualRecordOutlined />}
            label={translate(isPaused ? 'crm.calls.resumeRecording' : 'crm.calls.pauseRecording')}
            otherLabel={translate(isPaused ? 'crm.calls.pauseRecording' : 'crm.calls.resumeRecording')}
            shortcut="r"
            isPressed={isPaused}
            isBusy={pause.isPending}
            reason={ofCustomer ?? ofServer}
            onClick={() => {
              pause.mutate(!isPaused);
            }}
          />
          <PanelButton
            isShort
            icon={<VoicemailOutlined />}
            label={translate('crm.calls.drop')}
            shortcut="v"
            reason={
              ofCustomer ?? (live?.direction === 'inbound' ? translate('crm.calls.dropIsOutbound') : ofServer)
            }
            onClick={() => {
              setDialog('drop');
            }}
          />
          <PanelButton
            isShort
            icon={<PhoneForwardedOutlined />}
            label={translate('crm.calls.transfer')}
            shortcut="t"
            reason={ofCustomer ?? ofConference(translate('crm.calls.transferIsConference'))}
            onClick={() => {
              setDialog('transfer');
            }}
          />
          <PanelButton
            icon={isMuted ? <MicOffOutlined /> : <MicNoneOutlined />}
            label={translate(isMuted ? 'crm.calls.muted' : 'crm.calls.mute')}
            otherLabel={translate(isMuted ? 'crm.calls.mute' : 'crm.calls.muted')}
            shortcut="m"
            isPressed={isMuted}
            reason={notHere}
            onClick={() => {
              desk?.mute(!isMuted);
            }}
          />
          <PanelButton
            icon={<PauseOutlined />}
            label={translate(isHeld ? 'crm.calls.onHold' : 'crm.calls.hold')}
            otherLabel={translate(isHeld ? 'crm.calls.hold' : 'crm.calls.onHold')}
            shortcut="h"
            isPressed={isHeld}
            // As the live event says so: the answer comes later, and a key meanwhile would be lost.
            isBusy={hold.isPending && hold.variables !== isHeld}
            reason={ofConference(translate('crm.calls.holdIsConference'))}
            onClick={() => {
              hold.mutate(!isHeld);
            }}
          />
          <PanelButton
            isShort
            icon={<PersonAddAltOutlined />}
            label={translate('crm.calls.addParticipant')}
            shortcut="p"
            isPressed={hasSecond(live)}
            reason={ofConference(translate('crm.calls.participantIsConference'))}
            onClick={() => {
              setDialog('second');
            }}
          />
          <PanelButton
            icon={<DialpadOutlined />}
            label={translate('crm.calls.dialpad')}
            shortcut="k"
            aria-haspopup="dialog"
            aria-expanded={padAt !== undefined}
            reason={notHere}
            onClick={({ currentTarget }) => {
              setPadAt(currentTarget);
            }}
          />
          <HelpButton live={live} reason={ofServer} />
          <DoNotCallButton call={call} reason={ofCustomer ?? ofServer} />
          <PanelButton
            isEnd
            icon={<CallEndOutlined />}
            label={translate('crm.calls.hangUp')}
            shortcut="Ctrl+."
            keyHint="Ctrl ."
            onClick={() => {
              desk?.hangUp();
            }}
          />
        </Box>
      </Box>
      <Popover
        open={padAt !== undefined && call.isHere}
        anchorEl={padAt ?? null}
        onClose={() => {
          setPadAt(undefined);
        }}
        anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': translate('crm.calls.dialpad'),
            sx: { p: 2, mb: 1, width: 260 },
          },
        }}
      >
        <Keypad
          isOff={notHere !== undefined}
          onPress={(key) => {
            desk?.press(key);
          }}
        />
      </Popover>
      <Suspense fallback={null}>
        {dialog === 'second' && <SecondParticipantDialog onClose={close} />}
        {dialog === 'transfer' && <TransferDialog onClose={close} />}
        {dialog === 'drop' && <DropVoicemailDialog onClose={close} />}
      </Suspense>
    </Box>
  );
}

/** Who is on the line, the kind of call, and its duration. */
function Who({ call, isPaused }: { call: ShownCall; isPaused: boolean }) {
  const translate = useCallMessages();
  const kinds = {
    single: 'crm.calls.single',
    conference: 'crm.calls.conference',
    dialler: 'crm.calls.dialler',
  } as const;
  const translateSupervision = useSupervisionMessages();
  const { live } = useCalling();
  const supervisor = live?.supervisor ?? null;
  const isTalking = call.stage === 'talking';
  const details = [
    // While it rings, the number is said beside it.
    call.number === call.name || call.stage === 'calling' ? '' : call.number,
    translate(call.isColleague ? 'crm.calls.colleague' : kinds[call.kind]),
    call.isHere ? '' : translate('crm.calls.elsewhere'),
    isPaused ? translate('crm.calls.recordingPaused') : '',
    supervisor
      ? translateSupervision(`crm.supervision.by.${supervisor.mode}`, { name: supervisor.name })
      : '',
  ].filter((text) => text !== '');
  return (
    <Box className="panel-who" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, mr: 1 }}>
      <Box
        aria-hidden
        sx={{
          flex: 'none',
          width: 10,
          height: 10,
          borderRadius: '50%',
          backgroundColor: 'panel.live',
          ...(!isTalking && { animation: `${pulse} 1.2s infinite` }),
        }}
      />
      <Box sx={{ minWidth: 0, maxWidth: 260 }}>
        <Box sx={{ typography: 'subtitle1' }}>
          <Clip text={call.name || translate('crm.calls.unknown')} />
        </Box>
        <Box
          {...(call.stage === 'calling' && { 'data-number': `${call.number} · ${details.join(' · ')}` })}
          sx={(theme) => ({
            ...theme.tabular,
            typography: 'caption',
            color: 'panel.muted',
            // As wide as with its number: nothing beside it moves once that comes.
            '&::after': {
              content: 'attr(data-number)',
              display: 'block',
              height: 0,
              overflow: 'hidden',
              visibility: 'hidden',
              whiteSpace: 'nowrap',
            },
          })}
        >
          <Clip text={details.join(' · ')} />
        </Box>
      </Box>
      <Box
        sx={{
          flex: 'none',
          // As wide as the words before the answer, where there is room: nothing moves once the timer runs.
          minWidth: { lg: 'clamp(0px, 100vw - 1290px, 160px)' },
          typography: 'h3',
          color: 'panel.live',
          whiteSpace: 'nowrap',
        }}
      >
        {isTalking && call.since !== null ? (
          <CallTimer since={call.since} />
        ) : (
          <Box component="span" sx={{ typography: 'body2', fontWeight: 600 }}>
            {translate(call.stage === 'connecting' ? 'crm.calls.connecting' : 'crm.calls.calling', {
              number: call.number || call.name,
            })}
          </Box>
        )}
      </Box>
    </Box>
  );
}
