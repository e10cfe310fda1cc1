import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useWords } from '../../i18n/useWords.js';
import { shortName } from '../table/lead-row.rules.js';
import { useTableReader } from '../table/table-reader.js';
import { Checklist } from './Checklist.js';
import { FilterButton } from './FilterButton.js';
import { FilterChips, type PickedChip } from './FilterChips.js';
import { chipsOf, clearedFilters, withSource } from './lead-filters.rules.js';
import { SourceFilter } from './SourceFilter.js';
import { useFilterLists, type FilterList } from './useFilterLists.js';
import type { CountedBy } from './useLeadCounts.js';

/** The filters of the lead table, what is picked below them, and the tools of the table at the right. */
export function LeadFilterBar({ tools }: { tools?: ReactNode }) {
  const words = useWords();
  const { isWide } = useTableReader();
  const [opened, setOpened] = useState<CountedBy>();
  const { values, apply, status, state, agent, sourceCounts } = useFilterLists(opened);
  const whileOpen = (by: CountedBy) => (isOpen: boolean) => {
    setOpened(isOpen ? by : undefined);
  };

  const search: PickedChip[] = values.q
    ? [
        {
          key: 'q',
          label: words('crm.filters.search', { text: values.q }),
          onRemove: () => {
            const { q: _q, ...rest } = values;
            apply(rest);
          },
        },
      ]
    : [];

  return (
    <Box role="search" aria-label={words('crm.filters.label')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <SourceFilter
          source={values.source}
          counts={sourceCounts}
          onOpenChange={whileOpen('source')}
          onPick={(source) => {
            apply(withSource(values, source));
          }}
        />
        {agent && <ListFilterButton list={agent} onOpenChange={whileOpen('agent')} />}
        <ListFilterButton list={status} onOpenChange={whileOpen('status')} />
        <ListFilterButton list={state} onOpenChange={whileOpen('state')} />
        <Button
          color="secondary"
          onClick={() => {
            apply(clearedFilters);
          }}
          sx={{ px: 1.25 }}
        >
          {words('crm.filters.clear')}
        </Button>
        <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>{tools}</Box>
      </Box>
      <FilterChips
        groups={[search, useChips(status), useChips(agent, isWide ? undefined : shortName), useChips(state)]}
      />
    </Box>
  );
}

interface ListProps<V extends string | number> {
  list: FilterList<V>;
  onOpenChange: (isOpen: boolean) => void;
}

function ListFilterButton<V extends string | number>({ list, onOpenChange }: ListProps<V>) {
  const words = useWords();
  const { by, choices, picked, replace } = list;
  const count = choices.length;
  const value = picked
    ? words('crm.filters.some', { picked: picked.length, count })
    : words('crm.filters.all', { count });
  return (
    <FilterButton
      label={words(`crm.filters.${by}`)}
      // Agents come from the server: until then there is nothing to count.
      value={count === 0 ? words('crm.filters.any') : value}
      onOpenChange={onOpenChange}
    >
      {() => (
        <Checklist
          choices={choices}
          picked={picked}
          onPick={replace}
          findLabel={words(`crm.filters.find.${by}`)}
        />
      )}
    </FilterButton>
  );
}

function useChips<V extends string | number>(
  list: FilterList<V> | undefined,
  shorten: (label: string) => string = (label) => label,
): PickedChip[] {
  const words = useWords();
  if (!list?.picked || list.choices.length === 0) return [];
  const { by, choices, picked, replace } = list;
  const { shown, more } = chipsOf(picked);
  const without = (gone: readonly V[]) => () => {
    replace(picked.filter((value) => !gone.includes(value)));
  };
  const chips = shown.map((value): PickedChip => {
    const choice = choices.find((candidate) => candidate.value === value);
    const label = choice?.label ?? String(value);
    return {
      key: `${by}-${String(value)}`,
      label: value === 0 ? label : shorten(label),
      ...(choice?.hue && { hue: choice.hue }),
      count: choice?.count,
      onRemove: without([value]),
    };
  });
  if (more.length === 0) return chips;
  const rest = words(`crm.filters.more.${by}`, { smart_count: more.length });
  return [...chips, { key: `${by}-more`, label: rest, onRemove: without(more) }];
}
