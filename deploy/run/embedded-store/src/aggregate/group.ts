/** `$group` and `$count`. */
import { accumulatorOf, type Accumulator } from './accumulators.js';
import { StoreError } from '../values/errors.js';
import { valueKey, type ValueKey } from '../values/value-key.js';
import { compileExpression } from './expressions.js';
import { argumentList, type Evaluate } from './operators.js';
import { PAUSE, flowOf, readNothing, type Flow, type Stage } from './pipeline.js';
import type { Turns } from '../turns.js';
import { countValue, isDoc, typeNameOf, type Doc, type Found, type Value } from '../values/values.js';

interface Field {
  name: string;
  evaluate: Evaluate;
  create: () => Accumulator;
}

interface Group {
  id: Value;
  accumulators: Accumulator[];
}

function parseField(name: string, accumulator: Value, compile: (expression: Value) => Evaluate): Field {
  if (!isDoc(accumulator)) throw new StoreError(40234, `The field '${name}' must be an accumulator object`);
  if (name.includes('.')) throw new StoreError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$'))
    throw new StoreError(40236, `The field name '${name}' cannot be an operator name`);
  const [entry] = accumulator;
  if (entry === undefined || accumulator.size !== 1) {
    throw new StoreError(40238, `The field '${name}' must specify one accumulator`);
  }
  const [operator, argument] = entry;
  const create = accumulatorOf(operator, argument);
  if (operator === '$count') return { name, create, evaluate: () => undefined };
  return { name, create, evaluate: compile(argumentList(argument)[0] ?? null) };
}

/** Hash aggregation: values that are equal across numeric types are one group, whose `_id` is that of the first document. */
export function groupStage(spec: Value, turns: Turns | undefined): Stage {
  if (!isDoc(spec)) throw new StoreError(15947, `a group's fields must be specified in an object`);
  const idExpression = spec.get('_id');
  if (idExpression === undefined) throw new StoreError(15955, 'a group specification must include an _id');
  const reads = readNothing();
  const compile = (expression: Value) => compileExpression(expression, reads);
  const id = compile(idExpression);
  const fields = [...spec]
    .filter(([name]) => name !== '_id')
    .map(([name, field]) => parseField(name, field, compile));
  return {
    reads,
    closes: true,
    *run(input) {
      yield* flowOf(outputs(yield* collect(input, id, fields), fields), turns);
    },
  };
}

function* collect(input: Flow, id: Evaluate, fields: Field[]): Generator<typeof PAUSE, Map<ValueKey, Group>> {
  const groups = new Map<ValueKey, Group>();
  for (const doc of input) {
    if (doc === PAUSE) {
      yield PAUSE;
      continue;
    }
    // A missing `_id` counts as null; inside a compound `_id`, missing and null remain distinct.
    const value: Found = id(doc) ?? null;
    const key = valueKey(value);
    let group = groups.get(key);
    if (group === undefined) {
      group = { id: value, accumulators: fields.map(({ create }) => create()) };
      groups.set(key, group);
    }
    const { accumulators } = group;
    for (let i = 0; i < fields.length; i++) {
      (accumulators[i] as Accumulator).add((fields[i] as Field).evaluate(doc));
    }
  }
  return groups;
}

function* outputs(groups: Map<ValueKey, Group>, fields: Field[]): Iterable<Doc> {
  for (const { id, accumulators } of groups.values()) {
    const doc: Doc = new Map([['_id', id]]);
    accumulators.forEach((accumulator, i) => doc.set((fields[i] as Field).name, accumulator.result()));
    yield doc;
  }
}

/** `$count: <name>`: one document with the number of documents; no document if the input is empty. */
export function countStage(name: Value): Stage {
  if (typeof name !== 'string') {
    throw new StoreError(40156, `the count field must be a non-empty string, found ${typeNameOf(name)}`);
  }
  if (name === '') throw new StoreError(40156, 'the count field must be a non-empty string');
  if (name.startsWith('$')) throw new StoreError(40158, 'the count field cannot be a $-prefixed path');
  if (name.includes('\0')) throw new StoreError(40159, 'the count field cannot contain a null byte');
  if (name.includes('.')) throw new StoreError(40160, `the count field cannot contain '.'`);
  return {
    reads: readNothing(),
    closes: true,
    *run(input) {
      let count = 0;
      for (const doc of input) {
        if (doc === PAUSE) yield PAUSE;
        else count++;
      }
      if (count > 0) yield new Map([[name, countValue(count)]]);
    },
  };
}
