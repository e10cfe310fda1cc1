/** Dotted paths through decoded documents. */
import { StoreError } from '../values/errors.js';
import { isDoc, type Doc, type Found } from '../values/values.js';

export const isIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/** One field of an index or a sort. */
export interface KeyField {
  path: string;
  parts: readonly string[];
  descending: boolean;
}

export const keyField = (path: string, descending: boolean): KeyField => ({
  path,
  parts: path.split('.'),
  descending,
});

interface Walk {
  value: Found;
  /** How many parts of the path have been consumed; beyond its end, the value is final even if it is an array. */
  at: number;
}

/** Follows the path through documents until it ends or meets an array that must be expanded. */
function advance(walk: Walk, parts: readonly string[]): Walk {
  let { value, at } = walk;
  while (at < parts.length) {
    if (isDoc(value)) value = value.get(parts[at] as string);
    else if (Array.isArray(value)) return { value, at };
    else return { value: null, at: parts.length + 1 };
    at++;
  }
  if (at === parts.length && !Array.isArray(value)) return { value: value ?? null, at: at + 1 };
  return { value, at };
}

/**
 * The keys of a document for an index or a sort: tuples of one value per field, null for a missing one, `undefined` for an
 * empty array. Fields below the same array are expanded together, element by element (multikey).
 * `arrays` receives the positions of the fields that met an array.
 * Throws CannotIndexParallelArrays if two fields meet different arrays.
 */
export function keyTuples(doc: Doc, fields: readonly KeyField[], arrays?: Set<number>): Found[][] {
  const out: Found[][] = [];
  expand(
    fields.map((field) => advance({ value: doc, at: 0 }, field.parts)),
    fields,
    out,
    arrays,
  );
  return out;
}

function expand(
  walks: Walk[],
  fields: readonly KeyField[],
  out: Found[][],
  arrays: Set<number> | undefined,
): void {
  let entered: Found[] | undefined;
  let enteredBy = 0;
  walks.forEach((walk, i) => {
    const { parts, path } = fields[i] as KeyField;
    if (walk.at > parts.length || !Array.isArray(walk.value)) return;
    arrays?.add(i);
    if (entered !== undefined && entered !== walk.value) {
      const other = (fields[enteredBy] as KeyField).parts.at(-1);
      throw new StoreError(
        'CannotIndexParallelArrays',
        `cannot index parallel arrays [${path}] [${String(other)}]`,
      );
    }
    entered = walk.value;
    enteredBy = i;
  });
  if (entered === undefined) {
    out.push(walks.map((walk) => walk.value));
    return;
  }
  const array: Found[] = entered;
  const elements: Found[] = array.length === 0 ? [undefined] : array;
  for (const element of elements) {
    const next = walks.map((walk, i): Walk => {
      const { parts } = fields[i] as KeyField;
      if (walk.value !== array || walk.at > parts.length) return walk;
      if (walk.at === parts.length) return { value: element, at: walk.at + 1 };
      const part = parts[walk.at] as string;
      if (isIndex(part) && !(isDoc(element) && element.has(part))) {
        return advance({ value: array[Number(part)], at: walk.at + 1 }, parts);
      }
      return isDoc(element)
        ? advance({ value: element, at: walk.at }, parts)
        : { value: null, at: parts.length + 1 };
    });
    expand(next, fields, out, arrays);
  }
}
