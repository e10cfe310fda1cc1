/** The selection state of a page's selectable rows. */
export function pageSelection(free: readonly string[], selected: readonly string[]): 'none' | 'some' | 'all' {
  const checked = free.filter((id) => selected.includes(id)).length;
  if (checked === 0) return 'none';
  return checked === free.length ? 'all' : 'some';
}

/** Toggles the selection of a page: deselects a fully selected page, otherwise selects all. */
export function withPageToggled(free: readonly string[], selected: readonly string[]): string[] {
  return pageSelection(free, selected) === 'all'
    ? selected.filter((id) => !free.includes(id))
    : [...new Set([...selected, ...free])];
}

/** The maximum number of leads per action (contracts: ids of a call). */
export const maxSelected = 10_000;
