/** Stages that filter, sort and limit documents without changing them: `$match $sort $limit $skip`. */
import { encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { compile, parseFilter, type Filter } from '../filter/match.js';
import { FirstRows } from '../query/sorting.js';
import { orderingOf, parseSortPattern } from './ordering.js';
import { PAUSE, eachDocument, flowOf, readNothing, topField, type Stage } from './pipeline.js';
import type { Turns } from '../turns.js';
import { describe, isDoc, isNumber, toInteger, type Doc, type Value } from '../values/values.js';

function noteFields(filter: Filter, fields: Set<string> | undefined): void {
  if ('filters' in filter) for (const part of filter.filters) noteFields(part, fields);
  else if (filter.op === '$not') noteFields(filter.filter, fields);
  else if (filter.op === 'at') fields?.add(topField(filter.path));
}

function picked(doc: Doc, names: ReadonlySet<string>): Doc {
  const some: Doc = new Map();
  for (const name of names) {
    const value = doc.get(name);
    if (value !== undefined) some.set(name, value);
  }
  return some;
}

export function matchStage(filter: Value): Stage {
  if (!isDoc(filter)) throw new StoreError(15959, 'the match filter must be an expression in an object');
  const reads = readNothing();
  const parsed = parseFilter(filter);
  noteFields(parsed, reads.fields);
  const matches = compile(parsed);
  // Filters read raw BSON, so only the fields that this filter reads are encoded.
  const { fields } = reads;
  return eachDocument(reads, (doc) => {
    return matches(encode(fields ? picked(doc, fields) : doc), 0) ? doc : undefined;
  });
}

/** Sorts its input; if only the first `limit` documents are needed (top-k), it buffers few more than those. */
export function sortStage(pattern: Value, limit: number, turns: Turns | undefined): Stage {
  const fields = parseSortPattern(pattern);
  const ordering = orderingOf(fields);
  return {
    reads: { fields: new Set(fields.map(({ path }) => topField(path))) },
    *run(input) {
      const rows = new FirstRows<{ key: Value[]; doc: Doc }>(
        (a, b) => ordering.compare(a.key, b.key),
        limit,
        turns,
      );
      for (const doc of input) {
        if (doc === PAUSE) yield PAUSE;
        else if (rows.add({ key: ordering.key(doc), doc })) yield* rows.trim();
      }
      const sorted = yield* rows.sorted();
      yield* flowOf(docsOf(sorted), turns);
    },
  };
}

function* docsOf(rows: Iterable<{ doc: Doc }>): Iterable<Doc> {
  for (const { doc } of rows) yield doc;
}

function count(value: Value, name: '$limit' | '$skip', code: number): number {
  const invalid = `invalid argument to ${name} stage: Expected`;
  if (!isNumber(value)) throw new StoreError(code, `${invalid} a number in: ${name}: ${describe(value)}`);
  const number = toInteger(value);
  if (number === undefined) throw new StoreError(code, `${invalid} an integer: ${name}: ${describe(value)}`);
  if (number < 0)
    throw new StoreError(code, `${invalid} a non-negative number in: ${name}: ${describe(value)}`);
  return number;
}

export function limitOf(value: Value): number {
  const limit = count(value, '$limit', 2107201);
  if (limit === 0) throw new StoreError(15958, 'the limit must be positive');
  return limit;
}

export const skipOf = (value: Value): number => count(value, '$skip', 5107200);

export function limitStage(value: Value): Stage {
  const limit = limitOf(value);
  return {
    reads: readNothing(),
    *run(input) {
      let passed = 0;
      for (const doc of input) {
        yield doc;
        if (doc !== PAUSE && ++passed === limit) return;
      }
    },
  };
}

export function skipStage(value: Value): Stage {
  const skip = skipOf(value);
  return {
    reads: readNothing(),
    *run(input) {
      let skipped = 0;
      for (const doc of input) {
        if (doc === PAUSE || skipped === skip) yield doc;
        else skipped++;
      }
    },
  };
}
