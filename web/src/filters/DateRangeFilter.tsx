import { useState } from 'react';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import TextField from '@mui/material/TextField';
import { plainDate } from '@crm/contracts/ids.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { FilterButton } from './FilterButton.js';
import { daysOf, namedRanges, shownDays, type DateRange } from './date-range.rules.js';

interface Props {
  date: DateRange | undefined;
  onPick: (date: DateRange) => void;
}

/** The date range: a named one, or a start and end date. */
export function DateRangeFilter({ date = 'thisMonth', onPick }: Props) {
  const translate = useStatsMessages();
  const days = daysOf(date, new Date());
  return (
    <FilterButton
      label={translate('crm.stats.dates')}
      value={days === undefined ? translate('crm.stats.range.allTime') : shownDays(days)}
    >
      {(close) => (
        <>
          <MenuList autoFocusItem aria-label={translate('crm.stats.dates')} sx={{ p: 0.5 }}>
            {namedRanges.map((name) => (
              <MenuItem
                key={name}
                selected={name === date}
                onClick={() => {
                  onPick(name);
                  close();
                }}
              >
                {translate(`crm.stats.range.${name}`)}
              </MenuItem>
            ))}
          </MenuList>
          <Divider />
          <OwnDays first={days?.[0] ?? ''} last={days?.[1] ?? ''} onPick={onPick} />
        </>
      )}
    </FilterButton>
  );
}

const isDay = (text: string) => plainDate.safeParse(text).success;

/** Two dates, applied once both are set and in order. */
function OwnDays({ first, last, onPick }: { first: string; last: string; onPick: Props['onPick'] }) {
  const translate = useStatsMessages();
  const [typed, setTyped] = useState({ first, last });
  const isWrong = isDay(typed.first) && isDay(typed.last) && typed.last < typed.first;
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (isDay(next.first) && isDay(next.last) && next.first <= next.last) onPick([next.first, next.last]);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, p: 2 }}>
      <TextField
        type="date"
        label={translate('crm.stats.first')}
        value={typed.first}
        onChange={({ target }) => {
          change({ first: target.value });
        }}
      />
      <TextField
        type="date"
        label={translate('crm.stats.last')}
        value={typed.last}
        error={isWrong}
        helperText={isWrong ? translate('crm.stats.wrongOrder') : undefined}
        onChange={({ target }) => {
          change({ last: target.value });
        }}
      />
    </Box>
  );
}
