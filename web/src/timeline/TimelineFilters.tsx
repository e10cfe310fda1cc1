import Chip from '@mui/material/Chip';
import Box from '@mui/material/Box';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { filterNames, type TimelineFilter } from './timeline.rules.js';

interface Props {
  /** None is all. */
  picked: readonly TimelineFilter[];
  onPick: (picked: readonly TimelineFilter[]) => void;
}

/** Which kinds of entries are shown: all, or some. */
export function TimelineFilters({ picked, onPick }: Props) {
  const translate = useTimelineMessages();
  const chip = (label: string, isOn: boolean, onClick: () => void) => (
    <Chip
      key={label}
      component="button"
      label={label}
      aria-pressed={isOn}
      onClick={onClick}
      sx={{
        height: 28,
        '&, &:hover': isOn
          ? { color: 'primary.main', backgroundColor: 'brand.tint', fontWeight: 600 }
          : { color: 'text.secondary', backgroundColor: 'hue.neutral.chip' },
      }}
    />
  );
  return (
    <Box
      role="group"
      aria-label={translate('crm.timeline.filters')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, px: 2, py: 1.25 }}
    >
      {chip(translate('crm.timeline.all'), picked.length === 0, () => {
        onPick([]);
      })}
      {filterNames.map((name) => {
        const isOn = picked.includes(name);
        return chip(translate(`crm.timeline.filter.${name}`), isOn, () => {
          onPick(isOn ? picked.filter((each) => each !== name) : [...picked, name]);
        });
      })}
    </Box>
  );
}
