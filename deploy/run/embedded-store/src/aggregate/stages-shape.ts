/** Stages that change documents: `$project` and `$unwind`. */
import { StoreError } from '../values/errors.js';
import { fieldPath } from './expressions.js';
import { PAUSE, eachDocument, flowOf, readNothing, type Stage } from './pipeline.js';
import { parseProjection } from './project.js';
import type { Turns } from '../turns.js';
import { isDoc, typeNameOf, type Doc, type Found, type Value } from '../values/values.js';

const invalid = (stage: string, error: unknown): unknown =>
  error instanceof StoreError
    ? new StoreError(error.code, `Invalid ${stage} :: caused by :: ${error.message}`, error.details)
    : error;

export function projectStage(spec: Value): Stage {
  if (!isDoc(spec)) throw new StoreError(15969, '$project specification must be an object');
  try {
    const projection = parseProjection(spec);
    if (!projection) throw new StoreError(51272, 'projection specification must have at least one field');
    const { includes, fields } = projection;
    const reads = includes ? { fields: fields && new Set(fields) } : readNothing();
    return eachDocument(reads, (doc) => projection.apply(doc), includes);
  } catch (error) {
    throw invalid('$project', error);
  }
}

interface Unwind {
  parts: string[];
  preserve: boolean;
  index: string | undefined;
}

function parseUnwind(spec: Value): Unwind {
  const options: Doc = isDoc(spec) ? spec : new Map([['path', spec]]);
  if (!isDoc(spec) && typeof spec !== 'string') {
    throw new StoreError(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeNameOf(spec)}`,
    );
  }
  for (const key of options.keys()) {
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(key)) {
      throw new StoreError(28811, `unrecognized option to $unwind stage: ${key}`);
    }
  }
  const path = options.get('path');
  if (path === undefined || path === '') throw new StoreError(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string') {
    throw new StoreError(28808, `expected a string as the path for $unwind stage, got ${typeNameOf(path)}`);
  }
  if (!path.startsWith('$')) {
    throw new StoreError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  }
  const preserve = options.get('preserveNullAndEmptyArrays') ?? false;
  if (typeof preserve !== 'boolean') {
    throw new StoreError(
      28809,
      `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeNameOf(preserve)}`,
    );
  }
  const index = options.get('includeArrayIndex');
  if (index !== undefined && (typeof index !== 'string' || index === '')) {
    throw new StoreError(
      28810,
      `expected a non-empty string for the includeArrayIndex option to $unwind stage, got ${typeNameOf(index)}`,
    );
  }
  if (index?.startsWith('$')) {
    throw new StoreError(
      28822,
      `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${index}`,
    );
  }
  return { parts: fieldPath(path.slice(1)), preserve, index };
}

/** A copy of the document with a value set at a path; `undefined` removes the field. */
function withPath(doc: Doc, parts: readonly string[], value: Found): Doc {
  const [name = '', ...rest] = parts;
  const copy = new Map(doc);
  const present = doc.get(name);
  const content =
    rest.length === 0 ? value : withPath(isDoc(present) ? present : new Map<string, Value>(), rest, value);
  if (content === undefined) copy.delete(name);
  else copy.set(name, content);
  return copy;
}

function plainPath(doc: Doc, parts: readonly string[]): Found {
  let value: Found = doc;
  for (const part of parts) value = isDoc(value) ? value.get(part) : undefined;
  return value;
}

export function unwindStage(spec: Value, turns: Turns | undefined): Stage {
  const { parts, preserve, index } = parseUnwind(spec);
  const indexParts = index === undefined ? undefined : fieldPath(index);
  const numbered = (doc: Doc, at: Value) => (indexParts ? withPath(doc, indexParts, at) : doc);
  function* unwound(doc: Doc): Iterable<Doc> {
    const value = plainPath(doc, parts);
    if (Array.isArray(value) && value.length > 0) {
      for (const [i, element] of value.entries()) yield numbered(withPath(doc, parts, element), BigInt(i));
    } else if (Array.isArray(value)) {
      if (preserve) yield numbered(withPath(doc, parts, undefined), null);
    } else if (preserve || (value !== undefined && value !== null)) yield numbered(doc, null);
  }
  return {
    reads: { fields: new Set([parts[0] as string]) },
    *run(input) {
      for (const doc of input) {
        if (doc === PAUSE) yield PAUSE;
        else yield* flowOf(unwound(doc), turns);
      }
    },
  };
}
