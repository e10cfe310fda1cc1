/**
 * Which indexes a change can have reached. An update names the paths it writes to; an index whose fields and whose partial
 * filter lie beside all of them has the same keys after as before, and they need not be worked out.
 */
import type { Filter } from '../filter/match.js';
import { isIndex } from '../filter/paths.js';

/** A path up to where it enters an array by position: from there on other elements may have moved or come with it. */
export type Place = readonly string[];

export function placeOf(parts: readonly string[]): Place {
  const position = parts.findIndex((part) => isIndex(part) || part.startsWith('$'));
  return position < 0 ? parts : parts.slice(0, position);
}

const within = (outer: Place, inner: Place): boolean =>
  outer.length <= inner.length && outer.every((part, i) => part === inner[i]);

/** Whether writing to these places can change the keys that a document has in an index. */
export const touches = (
  touched: readonly Place[],
  { places }: { readonly places: readonly Place[] },
): boolean =>
  touched.some((written) => places.some((read) => within(written, read) || within(read, written)));

/** The paths that a partial filter looks at. */
export function pathsOf(filter: Filter): string[][] {
  if ('filters' in filter) return filter.filters.flatMap(pathsOf);
  if (filter.op === '$not') return pathsOf(filter.filter);
  if (filter.op === 'at') return [filter.path.split('.')];
  if (filter.op === 'never') return [];
  throw new Error('A partial filter has no expressions');
}
