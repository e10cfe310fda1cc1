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
        flex: 'none',
        border: 1,
        borderRadius: (theme) => `${String(theme.radius.pill)}px`,
        '&, &:hover': isOn
          ? { color: 'primary.main', backgroundColor: 'brand.tint', borderColor: 'primary.main' }
          : {
              color: 'text.secondary',
              backgroundColor: 'transparent',
              borderColor: 'border.default',
              fontWeight: 500,
            },
      }}
    />
  );
  return (
    <Box
      role="group"
      aria-label={translate('crm.timeline.filters')}
      sx={{
        display: 'flex',
        flex: 'none',
        // On a phone they are one line, which is pushed aside.
        flexWrap: { xs: 'nowrap', md: 'wrap' },
        overflowX: { xs: 'auto', md: 'visible' },
        scrollbarWidth: 'none',
        gap: 0.75,
        px: 2,
        py: 1.25,
      }}
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
