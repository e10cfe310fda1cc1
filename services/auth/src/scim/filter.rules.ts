import { ScimRefusal } from './scim-refusal.js';

/** A filter of one attribute, which is the kind that providers look somebody up by. */
export interface ScimFilter<A extends string> {
  attribute: A;
  value: string;
}

const equality = /^\s*([A-Za-z][\w.:]*)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/** Reads `userName eq "dana@example.com"`; undefined where nothing is filtered. Throws `invalidFilter` for any other. */
export function readFilter<const A extends string>(
  filter: string | undefined,
  known: readonly A[],
): ScimFilter<A> | undefined {
  if (filter === undefined || filter.trim() === '') return undefined;
  const [, written = '', quoted = ''] = equality.exec(filter) ?? [];
  // A schema's name in front means the same attribute.
  const name = written.slice(written.lastIndexOf(':') + 1).toLowerCase();
  const attribute = known.find((each) => each.toLowerCase() === name);
  if (attribute === undefined)
    throw new ScimRefusal(
      'invalidFilter',
      `Filters are: ${known.map((each) => `${each} eq "…"`).join(', ')}`,
    );
  return { attribute, value: unquoted(quoted) };
}

function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // An escape that JSON does not know.
    throw new ScimRefusal('invalidFilter', 'The value of the filter cannot be read');
  }
}

/** Which rows a page has: counted from 1, and none where `count` is 0. */
export function pageOf(
  { startIndex = 1, count }: { startIndex?: number | undefined; count?: number | undefined },
  max: number,
): { startIndex: number; count: number } {
  return { startIndex: Math.max(1, startIndex), count: Math.min(max, Math.max(0, count ?? max)) };
}
