/** Stages that change documents: `$project $addFields $unset $replaceRoot $unwind`. */
import { StoreError } from '../values/errors.js';
import { compileExpression, fieldPath } from './expressions.js';
import {
  eachDocument,
  expressionIn,
  flowOf,
  readNothing,
  topField,
  PAUSE,
  type Stage,
  type StageScope,
} from './pipeline.js';
import { project, type Field, type Names } from '../query/project-tree.js';
import { parseProjection } from '../query/project.js';
import { describe, isDoc, isNumber, typeNameOf, type Doc, type Found, type Value } from '../values/values.js';

const invalid = (stage: string, error: unknown): unknown =>
  error instanceof StoreError
    ? new StoreError(error.code, `Invalid ${stage} :: caused by :: ${error.message}`, error.details)
    : error;

/** Refuses what a projection of find may have and a stage may not. */
function refuseFindForms(spec: Doc): void {
  for (const [name, value] of spec) {
    if (name.split('.').includes('$')) {
      throw new StoreError(31324, `positional projection is not allowed in an aggregation: ${name}`);
    }
    if (!isDoc(value)) continue;
    if (value.has('$elemMatch'))
      throw new StoreError('InvalidPipelineOperator', `Unrecognized expression '$elemMatch'`);
    const slice = value.get('$slice');
    if (slice !== undefined && !Array.isArray(slice)) {
      throw new StoreError(
        28667,
        'Expression $slice takes at least 2 arguments, and at most 3, but 1 were passed in.',
      );
    }
    if (Array.isArray(slice) && isNumber(slice[0])) {
      throw new StoreError(
        28724,
        `First argument to $slice must be an array, but is of type: ${typeNameOf(slice[0])}`,
      );
    }
    if (!value.keys().next().value?.startsWith('$')) refuseFindForms(value);
  }
}

export function projectStage(spec: Value, scope: StageScope): Stage {
  if (!isDoc(spec)) throw new StoreError(15969, '$project specification must be an object');
  const reads = readNothing();
  let computes = false;
  try {
    refuseFindForms(spec);
    const projection = parseProjection(spec, (expression) => {
      computes = true;
      return expressionIn(expression, scope, reads);
    });
    if (!projection) throw new StoreError(51272, 'projection specification must have at least one field');
    const includes = computes || projection.fields !== undefined;
    if (includes) for (const name of ['_id', ...[...spec.keys()].map(topField)]) reads.fields?.add(name);
    return eachDocument(reads, (doc) => projection.apply(doc), includes);
  } catch (error) {
    throw invalid('$project', error);
  }
}

/** Puts computed fields into a tree of names; documents without an operator go on into the path. */
function addComputed(parent: Names, path: string, value: Value, compile: (expression: Value) => Field): void {
  const parts = fieldPath(path);
  const last = parts.pop() as string;
  let names = parent;
  for (const part of parts) {
    const below = names.fields.get(part) ?? newNames();
    if (below.kind !== 'names')
      throw new StoreError(40176, `specification contains two conflicting paths: ${path}`);
    names.fields.set(part, below);
    names = below;
  }
  const present = names.fields.get(last);
  if (isDoc(value) && !value.keys().next().value?.startsWith('$')) {
    if (value.size === 0) {
      throw new StoreError(40180, `an empty object is not a valid value. Found empty object at path ${path}`);
    }
    const below = present ?? newNames();
    if (below.kind !== 'names')
      throw new StoreError(40176, `specification contains two conflicting paths: ${path}`);
    names.fields.set(last, below);
    for (const [name, field] of value) {
      if (name.includes('.'))
        throw new StoreError(40183, `cannot use dotted field name '${name}' in a sub object`);
      addComputed(below, name, field, compile);
    }
    return;
  }
  if (present) throw new StoreError(40176, `specification contains two conflicting paths: ${path}`);
  names.fields.set(last, compile(value));
}

const newNames = (): Names => ({ kind: 'names', fields: new Map<string, Field>() });

export function addFieldsStage(spec: Value, scope: StageScope, name: string): Stage {
  if (!isDoc(spec)) {
    throw new StoreError(40272, `${name} specification stage must be an object, got ${typeNameOf(spec)}`);
  }
  const reads = readNothing();
  const tree = newNames();
  try {
    if (spec.size === 0) throw new StoreError(40177, 'specification must have at least one field');
    for (const [path, value] of spec) {
      addComputed(tree, path, value, (expression) => ({
        kind: 'computed',
        evaluate: expressionIn(expression, scope, reads),
      }));
    }
  } catch (error) {
    throw invalid(name, error);
  }
  return eachDocument(reads, (doc) => project(tree, doc, false));
}

export function unsetStage(spec: Value): Stage {
  const paths = Array.isArray(spec) ? spec : [spec];
  if (paths.length === 0)
    throw new StoreError(31119, '$unset specification must be a string or an array with at least one field');
  const names: Doc = new Map();
  for (const path of paths) {
    if (typeof path !== 'string') {
      throw new StoreError(
        31120,
        '$unset specification must be a string or an array containing only string values',
      );
    }
    names.set(path, 0);
  }
  try {
    const projection = parseProjection(names, (expression) => compileExpression(expression));
    return eachDocument(readNothing(), (doc) => projection?.apply(doc));
  } catch (error) {
    throw invalid('$unset', error);
  }
}

/** `$replaceRoot: {newRoot: <expression>}`; `$replaceWith` gives the expression itself. */
export function replaceRootStage(spec: Value, scope: StageScope, name: string): Stage {
  let expression: Found = spec;
  if (name === '$replaceRoot') {
    if (!isDoc(spec)) {
      throw new StoreError(
        40229,
        `expected an object as specification for $replaceRoot stage, got ${typeNameOf(spec)}`,
      );
    }
    for (const key of spec.keys()) {
      if (key !== 'newRoot') throw new StoreError(40230, `unrecognized option to $replaceRoot stage: ${key}`);
    }
    expression = spec.get('newRoot');
    if (expression === undefined)
      throw new StoreError(40231, 'no newRoot specified for the $replaceRoot stage');
  }
  const reads = readNothing();
  const evaluate = expressionIn(expression, scope, reads);
  const replace = (doc: Doc) => {
    const root = evaluate(doc);
    if (isDoc(root)) return root;
    const found = `resulting value was: ${root === undefined ? 'MISSING' : describe(root)}`;
    const type = `Type of resulting value: '${typeNameOf(root)}'`;
    throw new StoreError(40228, `'newRoot' expression must evaluate to an object, but ${found}. ${type}.`);
  };
  return eachDocument(reads, replace, true);
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

/** A copy of the document with a value at a path of documents; `undefined` takes the field away. */
export function withPath(doc: Doc, parts: readonly string[], value: Found): Doc {
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

export function unwindStage(spec: Value, { context }: StageScope): Stage {
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
        else yield* flowOf(unwound(doc), context);
      }
    },
  };
}
