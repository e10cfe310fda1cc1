import Chip from '@mui/material/Chip';
import { priorityTitle, type FollowupPriority } from '@crm/contracts/entities/followup.js';
import { localise } from '../i18n/language.js';
import type { HueName } from '../theme/tokens.js';

const hues: Record<FollowupPriority, HueName> = { 1: 'red', 2: 'orange', 3: 'neutral' };

/** How urgent a follow-up is, as a word on its hue. */
export const PriorityChip = ({ priority }: { priority: FollowupPriority }) => (
  <Chip
    size="small"
    label={localise(priorityTitle(priority))}
    sx={{ backgroundColor: `hue.${hues[priority]}.chip`, color: `hue.${hues[priority]}.fg` }}
  />
);
