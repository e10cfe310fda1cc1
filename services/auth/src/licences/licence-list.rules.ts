import { z } from 'zod';
import { licences as resource, type Licence } from '@crm/contracts/resources/licence.js';
import type { ListQuery } from '@crm/platform/resources/list-query.rules.js';

const conditions = z.object({ q: z.string().optional() }).catchall(z.object({ $in: z.array(z.string()) }));

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Whether every word of a search begins a word of one of the fields that are searched. */
function isFound(licence: Licence, search: string): boolean {
  const words = resource.search.flatMap((field) => wordsOf(String(licence[field])));
  return wordsOf(search).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Of what has no value, as an end that never comes, the last. */
const sortKey = (value: string | number | null) => (value === null ? '\uffff' : String(value).toLowerCase());

const fieldsOf = (licence: Licence) => new Map<string, string | number | null>(Object.entries(licence));

function compare(a: Licence, b: Licence, sort: ListQuery['sort']): number {
  const [ofA, ofB] = [fieldsOf(a), fieldsOf(b)];
  for (const [field, turn] of Object.entries(sort)) {
    const key = field === '_id' ? 'id' : field;
    const [x, y] = [sortKey(ofA.get(key) ?? null), sortKey(ofB.get(key) ?? null)];
    if (x !== y) return (x < y ? -1 : 1) * turn;
  }
  return 0;
}

/** The page of some licences that a list was asked for, and how many there are. */
export function pageOf(
  all: readonly Licence[],
  { ids, filter, sort, rows }: Pick<ListQuery, 'ids' | 'filter' | 'sort' | 'rows'>,
): { records: Licence[]; skip: number; total: number } {
  if (ids !== undefined) {
    const records = all.filter(({ id }) => ids.includes(id));
    return { records, skip: 0, total: records.length };
  }
  const { q = '', ...lists } = conditions.parse(filter);
  const matching = all.filter((licence) => {
    const fields = fieldsOf(licence);
    return (
      isFound(licence, q) &&
      Object.entries(lists).every(([field, { $in }]) => $in.includes(String(fields.get(field))))
    );
  });
  const sorted = matching.sort((a, b) => compare(a, b, sort));
  return {
    records: sorted.slice(rows.skip, rows.skip + rows.limit),
    skip: rows.skip,
    total: matching.length,
  };
}
