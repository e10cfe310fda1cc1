/**
 * Which indexes an update can affect. An update names the paths it writes to; an index whose fields and partial filter
 * overlap none of them keeps its keys, so they need not be computed.
 */
import type { Filter } from '../filter/match.js';
import { isIndex } from '../filter/paths.js';

/** A path up to its first array position: below it, writing to one element may have shifted or added others. */
export type Place = readonly string[];

export function placeOf(parts: readonly string[]): Place {
  const position = parts.findIndex((part) => isIndex(part) || part.startsWith('$'));
  return position < 0 ? parts : parts.slice(0, position);
}

const within = (outer: Place, inner: Place): boolean =>
  outer.length <= inner.length && outer.every((part, i) => part === inner[i]);

/** Whether writing to these paths can change a document's keys in an index. */
export const touches = (
  touched: readonly Place[],
  { places }: { readonly places: readonly Place[] },
): boolean =>
  touched.some((written) => places.some((read) => within(written, read) || within(read, written)));

/** The paths that a partial filter expression reads. */
export function pathsOf(filter: Filter): string[][] {
  if ('filters' in filter) return filter.filters.flatMap(pathsOf);
  if (filter.op === '$not') return pathsOf(filter.filter);
  if (filter.op === 'at') return [filter.path.split('.')];
  if (filter.op === 'never') return [];
  throw new Error('A partial filter has no expressions');
}
