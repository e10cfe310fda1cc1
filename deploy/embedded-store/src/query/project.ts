/** The projections of find: fields included or excluded, `$slice`, `$elemMatch`, `.$` and computed fields. */
import { encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { compile, matchOffset, parseFilter, type CompileExpression } from './match.js';
import { add, cutArrays, cutFirstArray, namesAt, newNames, project, type Names } from './project-tree.js';
import {
  describe,
  isDoc,
  isNumber,
  toNumber,
  truthy,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

export interface Projection {
  /** It uses `.$`, so that `apply` needs to know the array element that the filter matched. */
  readonly positional: boolean;
  /** The top-level names it reads; undefined where it needs the whole document. */
  readonly fields: string[] | undefined;
  /** The projected document; `offset` is the index that `.$` stands for. */
  apply(doc: Doc, offset?: number): Doc;
}

/** What `$slice` and `.$` do once the fields are chosen. */
type Cut = (doc: Doc, offset: number | undefined) => Doc;

/** What is known of a projection while it is read. */
interface Reading {
  compileExpression: CompileExpression;
  /** Decided by the first field that tells; the _id tells only when it stands alone. */
  type: 'inclusion' | 'exclusion' | undefined;
  id: 'included' | 'excluded' | undefined;
  positional: boolean;
  elemMatch: boolean;
  slice: boolean;
  /** It has expressions, which may read any field. */
  expressions: boolean;
  cuts: Cut[];
}

/** Reads a projection. Answers undefined for an empty one. Throws MongoDB's errors for what is malformed or mixed. */
export function parseProjection(
  projection: Doc,
  compileExpression: CompileExpression,
): Projection | undefined {
  if (projection.size === 0) return undefined;
  const reading: Reading = {
    compileExpression,
    type: undefined,
    id: undefined,
    positional: false,
    elemMatch: false,
    slice: false,
    expressions: false,
    cuts: [],
  };
  const tree = newNames();
  for (const [name, value] of projection) readField(reading, name, value, tree, []);
  const includes = (reading.type ?? typeWithoutFields(reading)) === 'inclusion';
  const idSpecified = [...projection.keys()].some((name) => name === '_id' || name.startsWith('_id.'));
  if (includes && !idSpecified) tree.fields.set('_id', { kind: 'include' });
  const { cuts, positional, expressions } = reading;
  return {
    positional,
    fields: includes && !expressions ? readFields(tree) : undefined,
    apply: (doc, offset) => cuts.reduce((after, cut) => cut(after, offset), project(tree, doc, includes)),
  };
}

/** What only _id, `$slice` and `$elemMatch` amount to. */
function typeWithoutFields({ slice, elemMatch, id }: Reading): 'inclusion' | 'exclusion' {
  if (slice) return id === 'included' ? 'inclusion' : 'exclusion';
  return elemMatch || id === 'included' ? 'inclusion' : 'exclusion';
}

function readFields(tree: Names): string[] {
  const names = [...tree.fields].filter(([, field]) => field.kind !== 'exclude').map(([name]) => name);
  return names.includes('_id') ? ['_id', ...names.filter((name) => name !== '_id')] : names;
}

function readField(
  reading: Reading,
  name: string,
  value: Value,
  parent: Names,
  above: readonly string[],
): void {
  const positional = name.endsWith('.$');
  if (name.includes('.$.')) {
    throw new StoreError(
      31394,
      "As of 4.4, it's illegal to specify positional operator in the middle of a path." +
        'Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form ' +
        "like a.b.$.d, remove the parts following the '$' and the results will be equivalent.",
    );
  }
  if (isDoc(value)) {
    if (positional) {
      throw new StoreError(31271, 'positional projection cannot be used with an expression or sub object');
    }
    readObject(reading, name, value, parent, above);
  } else if (typeof value !== 'boolean' && !isNumber(value)) {
    if (positional) throw new StoreError(31308, 'positional projection cannot be used with a literal');
    readLiteral(reading, name, value, parent);
  } else if (truthy(value)) {
    if (positional) readPositional(reading, name, parent, above);
    else add(parent, name, { kind: 'include' });
    if (name === '_id' && above.length === 0) reading.id = 'included';
    else become(reading, 'inclusion', 31253, `Cannot do inclusion on field ${name} in exclusion projection`);
  } else {
    if (positional) throw new StoreError(31395, 'positional projection cannot be used with exclusion');
    add(parent, name, { kind: 'exclude' });
    if (name === '_id' && above.length === 0) reading.id = 'excluded';
    else become(reading, 'exclusion', 31254, `Cannot do exclusion on field ${name} in inclusion projection`);
  }
}

function become(reading: Reading, type: 'inclusion' | 'exclusion', code: number, message: string): void {
  if (reading.type !== undefined && reading.type !== type) throw new StoreError(code, message);
  reading.type = type;
}

function readLiteral(reading: Reading, name: string, value: Value, parent: Names): void {
  reading.expressions = true;
  add(parent, name, { kind: 'computed', evaluate: reading.compileExpression(value) });
  const text = `${name}: ${describe(value)}`;
  become(reading, 'inclusion', 31310, `Cannot use an expression ${text} in an exclusion projection`);
}

function readPositional(reading: Reading, name: string, parent: Names, above: readonly string[]): void {
  if (reading.positional) {
    throw new StoreError(31276, 'Cannot specify more than one positional projection per query.');
  }
  if (reading.elemMatch) throw new StoreError(31256, 'Cannot specify positional operator and $elemMatch.');
  if (name === '.$') throw new StoreError(5392900, `Projection on field ${name} is invalid`);
  const path = name.slice(0, -2);
  add(parent, path, { kind: 'cut' });
  reading.positional = true;
  const parts = [...above, ...path.split('.')];
  reading.cuts.push((doc, offset) =>
    cutFirstArray(doc, parts, (array) => {
      if (offset === undefined) {
        throw new StoreError(51246, "positional operator '.$' couldn't find a matching element in the array");
      }
      const element = array[offset];
      if (element === undefined) throw new StoreError(51247, "positional operator '.$' element mismatch");
      return [element];
    }),
  );
}

function readObject(
  reading: Reading,
  name: string,
  value: Doc,
  parent: Names,
  above: readonly string[],
): void {
  const [first, second] = value;
  if (!first) throw new StoreError(51270, `Invalid empty sub-projection: ${name}`);
  const [operator, argument] = first;
  if (!second && operator.startsWith('$')) {
    if (operator === '$slice') readSlice(reading, name, value, argument, parent, above);
    else if (operator === '$elemMatch') readElemMatch(reading, name, value, parent, above);
    else readExpression(reading, name, value, parent);
    return;
  }
  const below = namesAt(parent, name);
  for (const [field, each] of value) readField(reading, field, each, below, [...above, ...name.split('.')]);
}

function readExpression(reading: Reading, name: string, value: Doc, parent: Names): void {
  if (reading.type === 'exclusion') {
    throw new StoreError(31252, 'Cannot use expression other than $meta in exclusion projection');
  }
  reading.type = 'inclusion';
  reading.expressions = true;
  add(parent, name, { kind: 'computed', evaluate: reading.compileExpression(value) });
}

function readElemMatch(
  reading: Reading,
  name: string,
  value: Doc,
  parent: Names,
  above: readonly string[],
): void {
  const condition = value.get('$elemMatch');
  if (!isDoc(condition)) {
    throw new StoreError(
      31274,
      `elemMatch: Invalid argument, object required, but got ${typeNameOf(condition)}`,
    );
  }
  if (reading.positional) throw new StoreError(31255, 'Cannot specify positional operator and $elemMatch.');
  if (name.includes('.') || above.length > 0) {
    throw new StoreError(31275, 'Cannot use $elemMatch projection on a nested field.');
  }
  const matches = compile(parseFilter(new Map([[name, value]]), reading.compileExpression));
  const evaluate = (doc: Doc): Found => {
    const array = doc.get(name);
    if (!Array.isArray(array)) return undefined;
    const offset = matchOffset(matches, encode(new Map([[name, array]])));
    const element = offset === undefined ? undefined : array[offset];
    return element === undefined ? undefined : [element];
  };
  add(parent, name, { kind: 'computed', evaluate });
  reading.elemMatch = true;
}

function readSlice(
  reading: Reading,
  name: string,
  value: Doc,
  argument: Value,
  parent: Names,
  above: readonly string[],
): void {
  const slice = sliceOf(argument);
  if (slice instanceof StoreError) {
    try {
      readExpression(reading, name, value, parent);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      throw new StoreError(
        error.code,
        `Invalid $slice syntax. The given syntax ${describe(value)} did not match the find() syntax because :: ${slice.codeName}: ${slice.message} :: The given syntax did not match the expression $slice syntax. :: caused by :: ${error.message}`,
      );
    }
    return;
  }
  add(parent, name, { kind: 'cut' });
  reading.slice = true;
  const parts = [...above, ...name.split('.')];
  reading.cuts.push((doc) => cutArrays(doc, parts, slice));
}

/** How `$slice` cuts an array; the error where its argument is not in find's own form. */
function sliceOf(argument: Value): ((array: Value[]) => Value[]) | StoreError {
  if (isNumber(argument)) {
    const limit = int32Of(argument);
    return (array) => (limit < 0 ? array.slice(limit) : array.slice(0, limit));
  }
  if (!Array.isArray(argument))
    return new StoreError(31273, '$slice only supports numbers and [skip, limit] arrays');
  const [first, second] = argument;
  if (argument.length !== 2)
    return new StoreError(31272, '$slice array argument should be of form [skip, limit]');
  if (!isNumber(first)) {
    return new StoreError(31257, `$slice expects the skip argument to be a number, got ${typeNameOf(first)}`);
  }
  if (!isNumber(second)) {
    return new StoreError(
      31258,
      `$slice expects the limit argument to be a number, got ${typeNameOf(second)}`,
    );
  }
  const skip = int32Of(first);
  const limit = int32Of(second);
  if (limit <= 0) return new StoreError(31259, `$slice limit must be positive, got ${limit}`);
  return (array) => {
    const start = skip < 0 ? Math.max(0, array.length + skip) : skip;
    return array.slice(start, start + limit);
  };
}

/** The int32 nearest to zero from a number; 0 for NaN. */
function int32Of(value: Parameters<typeof toNumber>[0]): number {
  const number = Math.trunc(toNumber(value)) || 0;
  return Math.max(-0x80000000, Math.min(0x7fffffff, number));
}
