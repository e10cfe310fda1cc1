/** Projections: fields included or excluded, and computed ones. */
import { compileExpression, type Reads } from './expressions.js';
import { StoreError } from '../values/errors.js';
import { add, namesAt, newNames, project, type Names } from './project-tree.js';
import { describe, isDoc, isNumber, truthy, type Doc, type Value } from '../values/values.js';

export interface Projection {
  /** An inclusion, as opposed to an exclusion. */
  readonly includes: boolean;
  /** The top-level fields that it reads; undefined: the whole document. */
  readonly fields: string[] | undefined;
  apply(doc: Doc): Doc;
}

/** The state of parsing a projection. */
interface Reading {
  /** Decided by the first field other than _id; _id decides only if it is the only one. */
  type: 'inclusion' | 'exclusion' | undefined;
  id: 'included' | 'excluded' | undefined;
  /** The fields that its expressions read. */
  reads: Reads;
}

/** Parses a projection; returns undefined for an empty one. Throws MongoDB's errors if it is malformed or mixed. */
export function parseProjection(projection: Doc): Projection | undefined {
  if (projection.size === 0) return undefined;
  const reading: Reading = { type: undefined, id: undefined, reads: { fields: new Set() } };
  const tree = newNames();
  for (const [name, value] of projection) readField(reading, name, value, tree, true);
  const { type, id, reads } = reading;
  const includes = type === 'inclusion' || (type === undefined && id === 'included');
  const idSpecified = [...projection.keys()].some((name) => name === '_id' || name.startsWith('_id.'));
  if (includes && !idSpecified) tree.fields.set('_id', { kind: 'include' });
  return {
    includes,
    fields: includes && reads.fields ? readFields(tree, reads.fields) : undefined,
    apply: (doc) => project(tree, doc, includes),
  };
}

function readFields(tree: Names, read: ReadonlySet<string>): string[] {
  const names = [...tree.fields].filter(([, field]) => field.kind !== 'exclude').map(([name]) => name);
  const all = new Set([...names, ...read]);
  return all.delete('_id') ? ['_id', ...all] : [...all];
}

function readField(reading: Reading, name: string, value: Value, parent: Names, isTop: boolean): void {
  if (isDoc(value)) readObject(reading, name, value, parent);
  else if (typeof value !== 'boolean' && !isNumber(value)) readComputed(reading, name, value, parent);
  else if (truthy(value)) {
    add(parent, name, { kind: 'include' });
    if (name === '_id' && isTop) reading.id = 'included';
    else become(reading, 'inclusion', 31253, `Cannot do inclusion on field ${name} in exclusion projection`);
  } else {
    add(parent, name, { kind: 'exclude' });
    if (name === '_id' && isTop) reading.id = 'excluded';
    else become(reading, 'exclusion', 31254, `Cannot do exclusion on field ${name} in inclusion projection`);
  }
}

function become(reading: Reading, type: 'inclusion' | 'exclusion', code: number, message: string): void {
  if (reading.type !== undefined && reading.type !== type) throw new StoreError(code, message);
  reading.type = type;
}

function readComputed(reading: Reading, name: string, value: Value, parent: Names): void {
  add(parent, name, { kind: 'computed', evaluate: compileExpression(value, reading.reads) });
  const text = `${name}: ${describe(value)}`;
  become(reading, 'inclusion', 31310, `Cannot use an expression ${text} in an exclusion projection`);
}

function readObject(reading: Reading, name: string, value: Doc, parent: Names): void {
  const [first] = value;
  if (!first) throw new StoreError(51270, `Invalid empty sub-projection: ${name}`);
  if (value.size === 1 && first[0].startsWith('$')) {
    if (reading.type === 'exclusion')
      throw new StoreError(31252, 'Cannot use expression other than $meta in exclusion projection');
    readComputed(reading, name, value, parent);
    return;
  }
  const below = namesAt(parent, name);
  for (const [field, each] of value) readField(reading, field, each, below, false);
}
