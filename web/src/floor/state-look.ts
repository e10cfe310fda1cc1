import CallOutlined from '@mui/icons-material/CallOutlined';
import CoffeeOutlined from '@mui/icons-material/CoffeeOutlined';
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import HeadsetMicOutlined from '@mui/icons-material/HeadsetMicOutlined';
import PowerSettingsNewOutlined from '@mui/icons-material/PowerSettingsNewOutlined';
import RestaurantOutlined from '@mui/icons-material/RestaurantOutlined';
import SchoolOutlined from '@mui/icons-material/SchoolOutlined';
import type { AgentState } from '@crm/contracts/entities/agent-state.js';
import type { HueName } from '../theme/tokens.js';
import type { Attention } from './floor-order.rules.js';

type Icon = typeof CallOutlined;

/** How each state looks; the word is always beside it. */
export const stateLook: Readonly<Record<AgentState, { hue: HueName; Icon: Icon }>> = {
  'in-call': { hue: 'green', Icon: CallOutlined },
  ready: { hue: 'blue', Icon: HeadsetMicOutlined },
  'wrap-up': { hue: 'orange', Icon: EditNoteOutlined },
  break: { hue: 'neutral', Icon: CoffeeOutlined },
  lunch: { hue: 'neutral', Icon: RestaurantOutlined },
  training: { hue: 'neutral', Icon: SchoolOutlined },
  meeting: { hue: 'neutral', Icon: GroupsOutlined },
  offline: { hue: 'neutral', Icon: PowerSettingsNewOutlined },
};

export const attentionHue: Readonly<Record<Attention, HueName>> = {
  help: 'red',
  'over-limit': 'orange',
  'long-call': 'orange',
};
