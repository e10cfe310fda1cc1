/** `$lookup`: for each document those of another collection, found through its indexes. */
import { StoreError } from '../values/errors.js';
import { fieldPath, type Variables } from './expressions.js';
import { checkVariableName } from './expressions-logic.js';
import { valueKey, type ValueKey } from '../values/value-key.js';
import { lookupHints, type Hint } from './lookup-hints.js';
import type { Cell, Evaluate } from './operators.js';
import {
  PAUSE,
  expressionIn,
  readNothing,
  type Flow,
  type Pipeline,
  type Stage,
  type StageScope,
} from './pipeline.js';
import { collect } from './stages-flow.js';
import { withPath } from './stages-shape.js';
import {
  BSONRegExp,
  describe,
  isDoc,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

const failed = (message: string) => new StoreError('FailedToParse', message);

const OPTIONS = ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline'];

function text(spec: Doc, name: string): string | undefined {
  const value = spec.get(name);
  if (value === undefined || typeof value === 'string') return value;
  throw failed(
    `$lookup argument '${name}' must be a string, found ${name}: ${describe(value)}, of type ${typeNameOf(value)}`,
  );
}

/** The values that a path leads to, through arrays and with the elements of one at its end; null for none. */
function localValues(value: Found, parts: readonly string[], at: number, out: Value[]): void {
  if (Array.isArray(value)) for (const element of value) localValues(element, parts, at, out);
  else if (at === parts.length) out.push(value ?? null);
  else localValues(isDoc(value) ? value.get(parts[at] as string) : undefined, parts, at + 1, out);
}

/** A filter for any of these values. An expression among them is a value here, not a pattern. */
function equalTo(path: string, values: Value[]): Doc {
  const equal = (value: Value): Value => new Map([[path, new Map([['$eq', value]])]]);
  if (values.length === 1) return equal(values[0] as Value) as Doc;
  if (!values.some((value) => value instanceof BSONRegExp || isDoc(value))) {
    return new Map([[path, new Map([['$in', values]])]]);
  }
  return new Map([['$or', values.map(equal)]]);
}

function both(filters: Doc[]): Doc {
  const [only = new Map<string, Value>()] = filters;
  return filters.length < 2 ? only : new Map([['$and', filters]]);
}

interface Lookup {
  from: string;
  as: string[];
  local: string[] | undefined;
  foreign: string;
  bindings: Array<{ cell: Cell; evaluate: Evaluate }>;
  pipeline: Pipeline | undefined;
  hints: Hint;
}

export function lookupStage(spec: Value, scope: StageScope): Stage {
  if (!isDoc(spec))
    throw failed(`the $lookup specification must be an object, but found ${typeNameOf(spec)}`);
  for (const key of spec.keys())
    if (!OPTIONS.includes(key)) throw failed(`unknown argument to $lookup: ${key}`);
  const from = text(spec, 'from');
  const as = text(spec, 'as');
  const localField = text(spec, 'localField');
  const foreignField = text(spec, 'foreignField');
  if (as === undefined) throw failed(`must specify 'as' field for a $lookup`);
  if (from === undefined)
    throw failed(`missing 'from' option to $lookup stage specification: ${describe(spec)}`);
  if ((localField === undefined) !== (foreignField === undefined)) {
    throw failed(`$lookup requires both or neither of 'localField' and 'foreignField' to be specified`);
  }
  const stages = spec.get('pipeline');
  if (stages === undefined && localField === undefined) {
    throw failed(
      `$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified`,
    );
  }
  if (stages === undefined && spec.has('let'))
    throw failed(`$lookup with a 'let' argument must also specify 'pipeline'`);
  if (stages !== undefined && !Array.isArray(stages)) {
    throw new StoreError('TypeMismatch', `'pipeline' option must be specified as an array`);
  }
  const reads = readNothing();
  const local = localField === undefined ? undefined : fieldPath(localField);
  if (local) reads.fields?.add(local[0] as string);
  const { bindings, cells } = readLet(spec.get('let'), (expression) =>
    expressionIn(expression, scope, reads),
  );
  const inner: StageScope = {
    ...scope,
    variables: new Map([...scope.variables, ...cells]),
    inside: '$lookup',
  };
  const lookup: Lookup = {
    from,
    as: fieldPath(as),
    local,
    foreign: foreignField ?? '',
    bindings,
    pipeline: stages && scope.compileStages(stages, inner),
    hints: lookupHints(stages?.[0], inner),
  };
  if (foreignField !== undefined) fieldPath(foreignField);
  return { reads, run: (input) => joined(input, lookup, scope) };
}

function readLet(
  spec: Found,
  compile: (expression: Value) => Evaluate,
): { bindings: Lookup['bindings']; cells: Variables } {
  const cells = new Map<string, Cell>();
  if (spec === undefined) return { bindings: [], cells };
  if (!isDoc(spec))
    throw failed(`$lookup argument 'let: ${describe(spec)}' must be an object, is type ${typeNameOf(spec)}`);
  const bindings = [...spec].map(([name, expression]) => {
    checkVariableName(name);
    const cell: Cell = { value: undefined };
    cells.set(name, cell);
    return { cell, evaluate: compile(expression) };
  });
  return { bindings, cells };
}

// Many documents point to the same few: their answers are kept while one pipeline runs.
const KEPT_ANSWERS = 1000;
const KEPT_DOCUMENTS = 20;

function* joined(input: Flow, lookup: Lookup, { context }: StageScope): Flow {
  const answers = new Map<ValueKey, Doc[]>();
  for (const doc of input) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    const filters: Doc[] = [];
    let key: ValueKey;
    if (lookup.local) {
      const values: Value[] = [];
      localValues(doc, lookup.local, 0, values);
      if (values.length === 0) {
        yield withPath(doc, lookup.as, []);
        continue;
      }
      filters.push(equalTo(lookup.foreign, values));
      if (!lookup.pipeline) key = valueKey(values);
    }
    let found = key === undefined ? undefined : answers.get(key);
    if (found === undefined) {
      const values = lookup.bindings.map(({ evaluate }) => evaluate(doc));
      lookup.bindings.forEach(({ cell }, i) => (cell.value = values[i]));
      filters.push(...lookup.hints());
      const foreign = context.find(lookup.from, both(filters));
      found = yield* collect(lookup.pipeline ? lookup.pipeline.run(foreign) : foreign);
      if (key !== undefined && answers.size < KEPT_ANSWERS && found.length <= KEPT_DOCUMENTS)
        answers.set(key, found);
    }
    yield withPath(doc, lookup.as, found);
  }
}
