import PauseOutlined from '@mui/icons-material/PauseOutlined';
import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Slider from '@mui/material/Slider';
import { useStore } from 'react-admin';
import { useRecordingMessages } from '../i18n/recordings.en.js';
import { shownTime } from './shown-time.js';
import { Waveform } from './Waveform.js';
import { usePlayback, type PlaybackState } from './usePlayback.js';
import { useWaveform } from './useWaveform.js';

interface Props {
  /** Accessible name of the recording: `the call with Raymond Okafor`. */
  label: string;
  /** Duration in whole seconds as known to the server; undefined until the file is loaded. */
  duration?: number;
  /** Fetches the URL when playback starts, because URLs expire after some minutes. Empty: no audio yet. */
  load: () => Promise<string>;
  /** Called when playback starts. */
  onPlay?: () => void;
}

const icons: Record<PlaybackState, typeof PauseOutlined> = {
  idle: PlayArrowOutlined,
  loading: PlayArrowOutlined,
  playing: PauseOutlined,
  absent: ReplayOutlined,
  failed: ReplayOutlined,
};

/** One after the other by the same button, kept for every recording. */
const speeds: readonly number[] = [1, 1.25, 1.5, 2];

/** Plays a recording: play button, position and duration. Fetches nothing before it is played. */
export function AudioPlayer({ label, duration, load, onPlay }: Props) {
  const translate = useRecordingMessages();
  const [kept, setSpeed] = useStore<number>('player.speed', 1);
  const speed = speeds.find((each) => each === kept) ?? 1;
  const { state, position, length, source, play, pause, seek, element } = usePlayback({
    load,
    onPlay,
    speed,
  });
  const whole = length ?? duration ?? 0;
  const loudness = useWaveform(source, whole);
  const isPlaying = state === 'playing';
  const isOff = state === 'absent' || state === 'failed';
  const Icon = icons[state];
  const at = shownTime(position);
  const toggle = () => {
    if (isPlaying) pause();
    else void play();
  };
  const name = isPlaying ? 'crm.player.pause' : isOff ? 'crm.player.again' : 'crm.player.play';
  return (
    <Box
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        // A button answers the space bar itself.
        if (event.key !== ' ' || (event.target instanceof Element && event.target.closest('button'))) return;
        event.preventDefault();
        toggle();
      }}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0, width: '100%', maxWidth: 420 }}
    >
      <audio {...element} />
      <IconButton
        aria-label={translate(name, { label })}
        aria-busy={state === 'loading'}
        onClick={toggle}
        sx={{ flex: 'none', width: 32, height: 32, color: 'primary.main' }}
      >
        {state === 'loading' ? <CircularProgress size={16} aria-hidden /> : <Icon />}
      </IconButton>
      <Box
        sx={{ position: 'relative', display: 'flex', alignItems: 'center', flex: 1, minWidth: 48, mx: 0.5 }}
      >
        {loudness && <Waveform loudness={loudness} played={Math.min(1, position / whole)} />}
        <Slider
          size="small"
          value={Math.min(position, whole)}
          max={whole}
          step={1}
          shiftStep={10}
          disabled={whole === 0}
          onChange={(_event, value) => {
            seek(typeof value === 'number' ? value : (value[0] ?? 0));
          }}
          aria-label={translate('crm.player.position', { label })}
          getAriaValueText={(value) =>
            translate('crm.player.at', { at: shownTime(value), length: shownTime(whole) })
          }
          sx={{
            '& .MuiSlider-thumb': { width: 12, height: 12 },
            ...(loudness && { '& .MuiSlider-rail, & .MuiSlider-track': { opacity: 0 } }),
          }}
        />
      </Box>
      <Box
        component="span"
        {...(isOff && { role: 'alert' })}
        sx={(theme) => ({
          ...theme.typography.caption,
          ...theme.tabular,
          flex: 'none',
          minWidth: 76,
          textAlign: 'right',
          color: state === 'failed' ? 'error.main' : 'text.secondary',
        })}
      >
        {state === 'failed' && translate('crm.player.failed')}
        {state === 'absent' && translate('crm.player.notReady')}
        {!isOff && `${at} / ${whole === 0 ? '–:––' : shownTime(whole)}`}
      </Box>
      <ButtonBase
        aria-label={translate('crm.player.speed', { speed })}
        onClick={() => {
          setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1);
        }}
        sx={(theme) => ({
          ...theme.typography.caption,
          ...theme.tabular,
          flex: 'none',
          width: 40,
          height: 32,
          color: speed === 1 ? 'text.secondary' : 'primary.main',
          fontWeight: speed === 1 ? 400 : 600,
          borderRadius: `${String(theme.radius.control)}px`,
        })}
      >
        {`${String(speed)}×`}
      </ButtonBase>
    </Box>
  );
}
