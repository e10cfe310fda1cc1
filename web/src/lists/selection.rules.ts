/** How much of a page's free rows is checked. */
export function pageSelection(free: readonly string[], selected: readonly string[]): 'none' | 'some' | 'all' {
  const checked = free.filter((id) => selected.includes(id)).length;
  if (checked === 0) return 'none';
  return checked === free.length ? 'all' : 'some';
}

/** The selection after the page's box was clicked: a page that is wholly checked is released, any other is filled up. */
export function withPageToggled(free: readonly string[], selected: readonly string[]): string[] {
  return pageSelection(free, selected) === 'all'
    ? selected.filter((id) => !free.includes(id))
    : [...new Set([...selected, ...free])];
}

/** The most leads that one action may name (contracts: ids of a call). */
export const maxSelected = 10_000;
