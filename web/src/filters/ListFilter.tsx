import { useTranslate } from '../i18n/useTranslate.js';
import { Checklist, type Choice } from './Checklist.js';
import { FilterButton } from './FilterButton.js';
import type { PickedChip } from './FilterChips.js';
import { chipsOf } from './chips.rules.js';

/** One filter of many choices, as its button, its checklist and its chips need it. */
export interface PickList<V extends string | number> {
  label: string;
  findLabel: string;
  choices: readonly Choice<V>[];
  /** Absent means all. */
  picked: readonly V[] | undefined;
  replace: (picked: readonly V[]) => void;
}

interface Props<V extends string | number> {
  list: PickList<V>;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A filter's button with what is picked of how many, opening its checklist. */
export function ListFilter<V extends string | number>({ list, onOpenChange }: Props<V>) {
  const translate = useTranslate();
  const { label, findLabel, choices, picked, replace } = list;
  const count = choices.length;
  const value = picked
    ? translate('crm.filters.some', { picked: picked.length, count })
    : translate('crm.filters.all', { count });
  return (
    <FilterButton
      label={label}
      // They may come from the server: until then there is nothing to count.
      value={count === 0 ? translate('crm.filters.any') : value}
      {...(onOpenChange && { onOpenChange })}
    >
      {() => <Checklist choices={choices} picked={picked} onPick={replace} findLabel={findLabel} />}
    </FilterButton>
  );
}

/** The first of what is picked, each to be taken away, and a last one for the rest; `moreOf` says how many they are. */
export function pickedChips<V extends string | number>(
  { label: of, choices, picked, replace }: PickList<V>,
  moreOf: (count: number) => string,
  shorten: (label: string) => string = (label) => label,
): PickedChip[] {
  if (picked === undefined || choices.length === 0) return [];
  const { shown, more } = chipsOf(picked);
  const without = (gone: readonly V[]) => () => {
    replace(picked.filter((value) => !gone.includes(value)));
  };
  const chips = shown.map((value): PickedChip => {
    const choice = choices.find((candidate) => candidate.value === value);
    const label = choice?.label ?? String(value);
    return {
      key: `${of}-${String(value)}`,
      // 0 stands for nobody, whose name has no short form.
      label: value === 0 ? label : shorten(label),
      ...(choice?.hue && { hue: choice.hue }),
      count: choice?.count,
      onRemove: without([value]),
    };
  });
  if (more.length === 0) return chips;
  return [...chips, { key: `${of}-more`, label: moreOf(more.length), onRemove: without(more) }];
}
