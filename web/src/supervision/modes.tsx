import HeadphonesOutlined from '@mui/icons-material/HeadphonesOutlined';
import HearingOutlined from '@mui/icons-material/HearingOutlined';
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined';

/** The ways to be in a call as its supervisor, from the least to be noticed. */
export const modes = [
  { mode: 'listen', Icon: HeadphonesOutlined },
  { mode: 'whisper', Icon: HearingOutlined },
  { mode: 'join', Icon: RecordVoiceOverOutlined },
] as const;
