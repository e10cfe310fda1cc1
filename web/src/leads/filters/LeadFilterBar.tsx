import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { CountedFilter } from '@crm/contracts/entities/lead-filter.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { useIsOnPhone } from '../../theme/useIsOnPhone.js';
import { shortName } from '../table/lead-row.rules.js';
import { useTableReader } from '../table/table-reader.js';
import { FiltersButton } from '../../filters/FilterRow.js';
import { FilterChips, type PickedChip } from '../../filters/FilterChips.js';
import { clearedFilters, withSource } from './lead-filters.rules.js';
import { ListFilter, pickedChips, type PickList } from '../../filters/ListFilter.js';
import { SourceFilter } from './SourceFilter.js';
import { useClearedSource } from './useClearedSource.js';
import { useFilterLists, type FilterList } from './useFilterLists.js';

/** The filters of the lead table as buttons, and the one that clears them all. */
function Filters() {
  const translate = useTranslate();
  const [opened, setOpened] = useState<CountedFilter>();
  const { values, apply, status, state, language, agent, sourceCounts } = useFilterLists(opened);
  const [, setCleared] = useClearedSource();
  const pickList = usePickList();
  const whileOpen = (by: CountedFilter) => (isOpen: boolean) => {
    setOpened(isOpen ? by : undefined);
  };
  return (
    <>
      <SourceFilter
        source={values.source}
        counts={sourceCounts}
        onOpenChange={whileOpen('source')}
        onPick={(source) => {
          setCleared(false);
          apply(withSource(values, source));
        }}
      />
      {agent && <ListFilter list={pickList(agent)} onOpenChange={whileOpen('agent')} />}
      <ListFilter list={pickList(status)} onOpenChange={whileOpen('status')} />
      <ListFilter list={pickList(state)} onOpenChange={whileOpen('state')} />
      <ListFilter list={pickList(language)} onOpenChange={whileOpen('language')} />
      <Button
        color="secondary"
        onClick={() => {
          setCleared(true);
          apply(clearedFilters);
        }}
        sx={{ px: 1.25 }}
      >
        {translate('crm.filters.clear')}
      </Button>
    </>
  );
}

/** The filters of the lead table, what is picked below them, and the tools of the table at the right. */
export function LeadFilterBar({ tools }: { tools?: ReactNode }) {
  const translate = useTranslate();
  const { isWide } = useTableReader();
  const isOnPhone = useIsOnPhone();
  const { values, apply, status, state, language, agent } = useFilterLists(undefined);

  const search: PickedChip[] = values.q
    ? [
        {
          key: 'q',
          label: translate('crm.filters.search', { text: values.q }),
          onRemove: () => {
            const { q: _q, ...rest } = values;
            apply(rest);
          },
        },
      ]
    : [];

  const waiting: PickedChip[] = values.waiting
    ? [
        {
          key: 'waiting',
          label: translate(`crm.filters.waiting.${values.waiting}`),
          onRemove: () => {
            const { waiting: _waiting, ...rest } = values;
            apply(rest);
          },
        },
      ]
    : [];

  const groups = [
    search,
    waiting,
    useChips(status),
    useChips(agent, isWide ? undefined : shortName),
    useChips(state),
    useChips(language),
  ];
  // A phone has them behind a button beside the title.
  if (isOnPhone && groups.every((group) => group.length === 0)) return null;
  return (
    <Box role="search" aria-label={translate('crm.filters.label')}>
      {!isOnPhone && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Filters />
          <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>{tools}</Box>
        </Box>
      )}
      <FilterChips groups={groups} />
    </Box>
  );
}

/** The filters of a phone, beside the title of the list. */
export function LeadFiltersButton() {
  if (!useIsOnPhone()) return null;
  return (
    <FiltersButton>
      <Filters />
    </FiltersButton>
  );
}

/** A list of the lead filters in the words of its button. */
function usePickList() {
  const translate = useTranslate();
  return <V extends string | number>({ by, ...list }: FilterList<V>): PickList<V> => ({
    ...list,
    label: translate(`crm.filters.${by}`),
    findLabel: translate(`crm.filters.find.${by}`),
  });
}

function useChips<V extends string | number>(
  list: FilterList<V> | undefined,
  shorten?: (label: string) => string,
): PickedChip[] {
  const translate = useTranslate();
  const pickList = usePickList();
  if (!list) return [];
  const moreOf = (count: number) => translate(`crm.filters.more.${list.by}`, { smart_count: count });
  return pickedChips(pickList(list), moreOf, shorten);
}
