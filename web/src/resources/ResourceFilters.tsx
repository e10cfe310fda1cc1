import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { z } from 'zod';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import { FilterChips } from '../filters/FilterChips.js';
import { ListFilter, pickedChips, type PickList } from '../filters/ListFilter.js';
import { filterValues } from '../lists/filter-values.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { localise } from '../i18n/language.js';
import { localisedOptions } from '../fields/shown-value.js';

const picks = z.array(z.string());

interface Props<F extends Fields> {
  resource: Pick<AnyResource<F>, 'fields' | 'filters'>;
}

/** The filters of a definition, each with what is picked of its field's options; all of them picked is none. */
function usePickLists<F extends Fields>({ fields, filters = [] }: Props<F>['resource']) {
  const translate = useResourceMessages();
  const { setFilters, ...list } = useListContext();
  const values = filterValues.parse(list.filterValues);
  const lists = filters.flatMap((key): PickList<string>[] => {
    const { short, label: whole = key, options = [], kind } = fields[key] ?? {};
    const label = localise(short ?? whole);
    if (options.length === 0) return [];
    const { [key]: current, ...others } = values;
    return [
      {
        label,
        findLabel: translate('crm.resource.find', { label }),
        // A chip that says yes alone would not say to what.
        choices: localisedOptions(options).map(({ id, name }) => ({
          value: id,
          label: kind === 'flag' ? `${label}: ${name}` : name,
        })),
        // From the address or the browser's storage: what does not fit counts as not picked.
        picked: picks.safeParse(current).data,
        replace: (picked) => {
          const isAll = picked.length === 0 || picked.length === options.length;
          setFilters(isAll ? others : { ...others, [key]: [...picked] }, undefined, false);
        },
      },
    ];
  });
  const clear = () => {
    const { q } = values;
    setFilters(q === undefined ? {} : { q }, undefined, false);
  };
  return { lists, clear, isNarrowed: lists.some(({ picked }) => picked !== undefined) };
}

/** A button for each filter of a resource. */
export function ResourceFilters<F extends Fields>({ resource }: Props<F>) {
  const translate = useResourceMessages();
  const { lists, clear, isNarrowed } = usePickLists(resource);
  return (
    <>
      {lists.map((list) => (
        <ListFilter key={list.label} list={list} />
      ))}
      {isNarrowed && (
        <Button color="secondary" onClick={clear} sx={{ px: 1.25 }}>
          {translate('crm.resource.clearFilters')}
        </Button>
      )}
    </>
  );
}

/** What is picked, filter by filter, each to be taken away. */
export function PickedFilters<F extends Fields>({ resource }: Props<F>) {
  const translate = useResourceMessages();
  const { lists } = usePickLists(resource);
  const more = (count: number) => translate('crm.resource.more', { count });
  return <FilterChips groups={lists.map((list) => pickedChips(list, more))} />;
}
