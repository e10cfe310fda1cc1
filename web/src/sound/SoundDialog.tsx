import { useEffect, useState } from 'react';
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEvent } from 'react-admin';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useSoundMessages } from '../i18n/sound.en.js';
import { ConnectionTestPart } from './ConnectionTestPart.js';
import { NoticesPart } from './NoticesPart.js';
import { choiceNow, useSoundChoice } from './sound-choice.js';
import { canChooseSpeaker, playTestTone } from './test-tone.js';
import { useLevel } from './useLevel.js';
import { useMicrophone } from './useMicrophone.js';

/** Loud enough to be a voice and not the room. */
const heardAt = 40;

const noDevices: readonly MediaDeviceInfo[] = [];
const ofKind = (devices: readonly MediaDeviceInfo[], kind: MediaDeviceKind) =>
  devices.filter((device) => device.kind === kind);

/** Chooses microphone and speaker of this computer, tries both, and tests the connection. What is chosen is used from the next call on. */
export default function SoundDialog({ onClose }: { onClose: () => void }) {
  const translate = useSoundMessages();
  const common = useTranslate();
  const [choice, setChoice] = useSoundChoice();
  const microphone = useMicrophone(choice.input);
  const devices = microphone.state === 'open' ? microphone.devices : noDevices;
  const now = choiceNow(choice, {
    inputs: ofKind(devices, 'audioinput'),
    outputs: ofKind(devices, 'audiooutput'),
  });
  const isRenamed = now.input !== choice.input || now.output !== choice.output;
  const saveNow = useEvent(() => {
    setChoice(now);
  });
  useEffect(() => {
    if (isRenamed) saveNow();
  }, [isRenamed, saveNow]);
  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.sound.title')}
      subtitle={translate('crm.sound.subtitle')}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {common('crm.action.close')}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {microphone.state !== 'open' && (
          <Alert severity={microphone.state === 'asking' ? 'info' : 'warning'}>
            {translate(`crm.sound.${microphone.state}`)}
          </Alert>
        )}
        <DeviceSelect
          label={translate('crm.sound.microphone')}
          kind="audioinput"
          devices={devices}
          value={choice.input}
          onPick={(device) => {
            setChoice({ ...choice, input: device?.deviceId ?? null, inputName: device?.label ?? '' });
          }}
        />
        {microphone.state === 'open' && <Level stream={microphone.stream} />}
        <Speaker
          devices={devices}
          value={choice.output}
          onPick={(device) => {
            setChoice({ ...choice, output: device?.deviceId ?? null, outputName: device?.label ?? '' });
          }}
        />
        <Divider />
        <ConnectionTestPart />
        <Divider />
        <NoticesPart />
      </Box>
    </DialogFrame>
  );
}

interface DeviceSelectProps {
  label: string;
  kind: MediaDeviceKind;
  devices: readonly MediaDeviceInfo[];
  value: string | null;
  onPick: (device: MediaDeviceInfo | undefined) => void;
}

/** The devices of a kind with the browser's default first; one that was chosen and is gone shows as the default. */
function DeviceSelect({ label, kind, devices, value, onPick }: DeviceSelectProps) {
  const translate = useSoundMessages();
  const choices = ofKind(devices, kind).filter(({ deviceId }) => deviceId !== 'default');
  const isThere = choices.some(({ deviceId }) => deviceId === value);
  return (
    <TextField
      select
      label={label}
      value={isThere ? value : ''}
      onChange={({ target }) => {
        onPick(choices.find(({ deviceId }) => deviceId === target.value));
      }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{translate('crm.sound.default')}</MenuItem>
      {choices.map((device) => (
        <MenuItem key={device.deviceId} value={device.deviceId}>
          {device.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Moves with the voice, and says when it was heard. */
function Level({ stream }: { stream: MediaStream }) {
  const translate = useSoundMessages();
  const level = useLevel(stream);
  const [wasHeard, setHeard] = useState(false);
  useEffect(() => {
    setHeard(false);
  }, [stream]);
  useEffect(() => {
    if (level !== undefined && level >= heardAt) setHeard(true);
  }, [level]);
  if (level === undefined) return <Typography variant="body2">{translate('crm.sound.noLevel')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <LinearProgress
        variant="determinate"
        value={level}
        aria-label={translate('crm.sound.level')}
        color={wasHeard ? 'success' : 'primary'}
      />
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {translate(wasHeard ? 'crm.sound.heard' : 'crm.sound.speak')}
      </Typography>
    </Box>
  );
}

/** The speaker, where the browser lets a page choose one, and a sound to try it. */
function Speaker(props: Pick<DeviceSelectProps, 'devices' | 'value' | 'onPick'>) {
  const translate = useSoundMessages();
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const play = async () => {
    setPlaying(true);
    setFailed(false);
    try {
      await playTestTone(props.value);
    } catch {
      setFailed(true);
    } finally {
      setPlaying(false);
    }
  };
  return (
    <>
      {canChooseSpeaker() ? (
        <DeviceSelect label={translate('crm.sound.speaker')} kind="audiooutput" {...props} />
      ) : (
        <Typography variant="body2">{translate('crm.sound.noChoice')}</Typography>
      )}
      <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
        <Button
          variant="outlined"
          startIcon={<VolumeUpOutlined />}
          loading={isPlaying}
          loadingPosition="start"
          onClick={() => void play()}
        >
          {translate('crm.sound.test')}
        </Button>
        {hasFailed && <Alert severity="warning">{translate('crm.sound.testFailed')}</Alert>}
      </Box>
    </>
  );
}
