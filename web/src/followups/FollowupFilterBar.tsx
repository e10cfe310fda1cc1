import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import TextField from '@mui/material/TextField';
import { useListContext } from 'react-admin';
import { statusHue, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { Followup, FollowupFilter } from '@crm/contracts/entities/followup.js';
import { followupFilterParams } from '@crm/contracts/http/followups.js';
import { shownDate } from '@crm/contracts/time/pacific.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { FilterButton } from '../filters/FilterButton.js';
import { FilterRow } from '../filters/FilterRow.js';
import { FilterChips } from '../filters/FilterChips.js';
import { ListFilter, pickedChips, type PickList } from '../filters/ListFilter.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { followupFilterOf, withCompleted, withDays, withList } from './followup-filter.rules.js';

/** The values that there are to pick from; read anew with every visit and after every change. */
function useOffered() {
  const { id } = useCurrentUser();
  const { data } = useVerbQuery({
    key: ['follow-ups', 'filter-params', id],
    ask: async (provider, signal) =>
      (await provider.call(followupFilterParams, { params: { id }, signal })).params,
  });
  return data ?? { status: [], lead: [], user: [], dateTime: null };
}

/** What the list is narrowed by, and what is picked below (rule F5). */
export function FollowupFilterBar() {
  const translate = useFollowupMessages();
  const list = useListContext<Followup>();
  const filterValues: unknown = list.filterValues;
  const isAdmin = useRight('leads:filter-by-agent');
  const offered = useOffered();
  const values = followupFilterOf(filterValues);
  const apply = (next: FollowupFilter) => {
    list.setFilters(next, undefined, false);
  };
  const statusIds = offered.status.map(({ id }) => id);
  const status: PickList<StatusCode> = {
    label: translate('crm.filters.status'),
    findLabel: translate('crm.filters.find.status'),
    // The colours of a life lead: most leads are, and the word says it anyway.
    choices: offered.status.map(({ id, title }) => ({ value: id, label: title, hue: statusHue(id, 2) })),
    picked: values.status,
    replace: (picked) => {
      apply(withList(values, 'status', picked, statusIds));
    },
  };
  const listOf = (
    by: 'lead' | 'user',
    known: readonly { id: string; fullname: string }[],
    label: string,
    findLabel: string,
  ): PickList<string> => ({
    label,
    findLabel,
    choices: known.map(({ id, fullname }) => ({ value: id, label: fullname })),
    picked: values[by],
    replace: (picked) => {
      const all = known.map(({ id }) => id);
      apply(withList(values, by, picked, all));
    },
  });
  const lead = listOf(
    'lead',
    offered.lead,
    translate('crm.followups.lead'),
    translate('crm.followups.findLead'),
  );
  const user = listOf(
    'user',
    offered.user,
    translate('crm.filters.agent'),
    translate('crm.filters.find.agent'),
  );

  const moreOf = (count: number) => translate('crm.followups.more', { count });
  return (
    <Box role="search" aria-label={translate('crm.filters.label')}>
      <FilterRow>
        <StateFilter values={values} onApply={apply} />
        <ListFilter list={status} />
        <ListFilter list={lead} />
        {isAdmin && <ListFilter list={user} />}
        <DayFilter values={values} onApply={apply} />
        <Button
          color="secondary"
          onClick={() => {
            apply({});
          }}
          sx={{ px: 1.25 }}
        >
          {translate('crm.filters.clear')}
        </Button>
      </FilterRow>
      <FilterChips
        groups={[
          pickedChips(status, moreOf),
          pickedChips(lead, moreOf),
          isAdmin ? pickedChips(user, moreOf) : [],
        ]}
      />
    </Box>
  );
}

interface OwnFilter {
  values: FollowupFilter;
  onApply: (values: FollowupFilter) => void;
}

/** Those in progress, the completed ones, or both. */
function StateFilter({ values, onApply }: OwnFilter) {
  const translate = useFollowupMessages();
  const options = [
    { completed: undefined, label: translate('crm.filters.any') },
    { completed: 0, label: translate('crm.followup.inProgress') },
    { completed: 1, label: translate('crm.followup.completed') },
  ] as const;
  const current = options.find(({ completed }) => completed === values.completed);
  return (
    <FilterButton label={translate('crm.followups.state')} value={current?.label ?? ''}>
      {(close) => (
        <MenuList autoFocusItem aria-label={translate('crm.followups.state')} sx={{ p: 0.5 }}>
          {options.map(({ completed, label }) => (
            <MenuItem
              key={label}
              selected={completed === values.completed}
              onClick={() => {
                onApply(withCompleted(values, completed));
                close();
              }}
            >
              {label}
            </MenuItem>
          ))}
        </MenuList>
      )}
    </FilterButton>
  );
}

/** The days of a range in Los Angeles; either end may stay open. */
function DayFilter({ values, onApply }: OwnFilter) {
  const translate = useFollowupMessages();
  const { from = '', to = '' } = values.dateTime ?? {};
  const ends = [
    { name: 'from', value: from, change: (day: string) => withDays(values, day, to), limit: { max: to } },
    { name: 'to', value: to, change: (day: string) => withDays(values, from, day), limit: { min: from } },
  ] as const;
  return (
    <FilterButton label={translate('crm.followups.date')} value={useDaysInMessages(from, to)}>
      {() => (
        <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
          {ends.map(({ name, value, change, limit }) => (
            <TextField
              key={name}
              type="date"
              label={translate(`crm.followups.${name}`)}
              value={value}
              slotProps={{ htmlInput: limit }}
              onChange={({ target }) => {
                onApply(change(target.value));
              }}
            />
          ))}
        </Box>
      )}
    </FilterButton>
  );
}

function useDaysInMessages(from: string, to: string): string {
  const translate = useFollowupMessages();
  if (from === '' && to === '') return translate('crm.followups.anyDate');
  if (to === '') return translate('crm.followups.since', { day: shownDate(from) });
  if (from === '') return translate('crm.followups.until', { day: shownDate(to) });
  if (from === to) return shownDate(from);
  return translate('crm.followups.days', { from: shownDate(from), to: shownDate(to) });
}
