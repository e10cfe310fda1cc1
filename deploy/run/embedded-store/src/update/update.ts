/**
 * Updates: a replacement or a document of update operators is compiled to a function from document to document.
 *
 * Documents are immutable (copy on write); a result that is the same object means that nothing changed.
 */
import { StoreError } from '../values/errors.js';
import { isOperators } from '../filter/match.js';
import { ARRAY_OPERATORS, pull } from './update-arrays.js';
import { FIELD_OPERATORS, bad, failed, timestampOf } from './update-operators.js';
import { applyTree, grow, type Change, type Entry } from './update-tree.js';
import {
  BSONRegExp,
  Timestamp,
  compareStrings,
  describe,
  identical,
  isDoc,
  sameValue,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

export interface UpdateContext {
  /** The index of the array element that the filter matched, to which the positional operator `.$` refers. */
  offset: number | undefined;
  /** The document is being inserted by an upsert. */
  inserting: boolean;
  now: Date;
}

export interface Update {
  /** A replacement of the whole document except its _id. */
  readonly replaces: boolean;
  /** It uses the positional operator `.$`. */
  readonly positional: boolean;
  /** The paths that it may write to, as it names them; undefined: any. */
  readonly paths: readonly (readonly string[])[] | undefined;
  /** The top-level fields that `change` reads; undefined: any. */
  readonly fields: ReadonlySet<string> | undefined;
  readonly change: (doc: Doc, context: UpdateContext) => Doc;
}

/** Parses the update of a command. Throws MongoDB's errors if it is malformed or not supported. */
export function parseUpdate(update: Value, { multi }: { multi: boolean }): Update {
  if (Array.isArray(update))
    throw new StoreError('NotImplemented', 'an update by a pipeline is not supported by the embedded store');
  if (!isDoc(update)) throw failed('Update argument must be either an object or an array');
  const first = update.keys().next().value;
  return first?.startsWith('$') ? parseOperators(update) : parseReplacement(update, multi);
}

/** The document after the update, the same object if nothing changed. Does not mutate `doc`. */
export function applyUpdate(update: Update, doc: Doc, context: UpdateContext): Doc {
  const after = update.change(doc, context);
  return context.inserting ? withIdFirst(after) : after;
}

function withIdFirst(doc: Doc): Doc {
  const id = doc.get('_id');
  return id === undefined || doc.keys().next().value === '_id' ? doc : new Map([['_id', id], ...doc]);
}

// --- replacements --------------------------------------------------------------------------------

function parseReplacement(replacement: Doc, multi: boolean): Update {
  if (multi) throw failed('multi update is not supported for replacement-style update');
  for (const name of replacement.keys()) if (name.startsWith('$')) throw dollarPrefixed(name, name);
  return {
    replaces: true,
    positional: false,
    paths: undefined,
    fields: undefined,
    change: (doc, { now }) => replaced(doc, replacement, now),
  };
}

/** The replacement with the document's _id. */
function replaced(doc: Doc, replacement: Doc, now: Date): Doc {
  const id = doc.get('_id');
  const newId = replacement.get('_id');
  if (id !== undefined && newId !== undefined && !sameValue(id, newId)) {
    throw new StoreError(
      'ImmutableField',
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${describe(newId)}`,
    );
  }
  const after: Doc = new Map();
  if (id !== undefined) after.set('_id', id);
  else if (newId !== undefined) after.set('_id', newId);
  for (const [name, value] of replacement) {
    if (name === '_id') continue;
    const unset = value instanceof Timestamp && value.t === 0 && value.i === 0;
    after.set(name, unset ? timestampOf(now) : value);
  }
  return identical(doc, after) ? doc : after;
}

// --- operators -------------------------------------------------------------------------------------------------

function parseOperators(update: Doc): Update {
  const entries: Entry[] = [];
  for (const [name, fields] of update) {
    const operator = operatorNamed(name);
    if (!isDoc(fields)) {
      throw failed(
        `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${describe(fields)}}`,
      );
    }
    for (const [path, argument] of fields) {
      entries.push({ path, parts: partsOf(path), change: operator(argument, path) });
    }
  }
  const tree = grow(entries);
  const idPath = entries.find((entry) => entry.parts[0] === '_id')?.path;
  return {
    replaces: false,
    positional: entries.some((entry) => entry.parts.includes('$')),
    paths: entries.map(({ parts }) => parts),
    fields: new Set(['_id', ...entries.map(({ parts }) => parts[0] as string)]),
    change: (doc, { offset, inserting, now }) => {
      if (entries.length === 0) return doc;
      const after = applyTree(tree, { doc, now, inserting, offset });
      return idPath === undefined ? after : withSameId(doc, after, idPath);
    },
  };
}

function operatorNamed(name: string): (argument: Value, path: string) => Change {
  if (name === '$pull') return pull;
  const operator = FIELD_OPERATORS[name] ?? ARRAY_OPERATORS[name];
  if (operator) return operator;
  throw failed(
    `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
  );
}

function withSameId(before: Doc, after: Doc, path: string): Doc {
  const id = before.get('_id');
  const newId = after.get('_id');
  if (id === undefined || id === newId) return after;
  if (newId !== undefined && sameValue(id, newId)) return new Map(after).set('_id', id);
  throw new StoreError(
    'ImmutableField',
    `Performing an update on the path '${path}' would modify the immutable field '_id'`,
  );
}

const dollarPrefixed = (name: string, path: string) =>
  new StoreError(
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${name}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );

/** The parts of an update path, each a valid field name or `$`. */
function partsOf(path: string): string[] {
  if (path === '') throw new StoreError('EmptyFieldName', 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes('')) {
    throw new StoreError(
      'EmptyFieldName',
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  for (const [i, part] of parts.entries()) {
    if (!part.startsWith('$')) continue;
    if (i === 0 && part === '$') {
      throw bad(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
    }
    const reference = i > 0 && (part === '$ref' || part === '$id' || part === '$db');
    if (part !== '$' && !reference) throw dollarPrefixed(part, path);
  }
  if (parts.filter((part) => part === '$').length > 1) {
    throw bad(`Too many positional (i.e. '$') elements found in path '${path}'`);
  }
  return parts;
}

// --- upserts ---------------------------------------------------------------------------------------------------

/**
 * The document that an upsert starts from: the equality conditions of the filter; for a replacement only its _id.
 * Throws NotSingleValueField if two conditions set the same path.
 */
export function upsertSeed(filter: Doc, update: Update): Doc {
  const equalities: [string, Value][] = [];
  collectEqualities(filter, (path, value) => {
    if (!update.replaces) equalities.push([path, value]);
    else if (path === '_id') equalities.push([path, value]);
    else if (path.startsWith('_id.')) {
      throw new StoreError(
        'NotExactValueField',
        `field at '_id' must be exactly specified, field at sub-path '${path}'found`,
      );
    }
  });
  requireApart(equalities.map(([path]) => path));
  const seed: Doc = new Map();
  for (const [path, value] of equalities.sort(([a], [b]) => compareStrings(a, b))) setPath(seed, path, value);
  return withIdFirst(seed);
}

function collectEqualities(filter: Doc, found: (path: string, value: Value) => void): void {
  for (const [name, value] of filter) {
    if (name === '$and' || (name === '$or' && Array.isArray(value) && value.length === 1)) {
      if (Array.isArray(value)) for (const part of value) if (isDoc(part)) collectEqualities(part, found);
    } else if (!name.startsWith('$')) {
      for (const equal of equalValues(value)) found(name, equal);
    }
  }
}

/** The values that a condition requires its field to equal. */
function equalValues(condition: Value): Value[] {
  if (condition instanceof BSONRegExp) return [];
  if (!isOperators(condition)) return [condition];
  return [...condition].flatMap(([operator, value]): Value[] => {
    if (operator === '$eq') return [value];
    if (!Array.isArray(value)) return [];
    if (operator === '$all')
      return value.filter((entry) => !(entry instanceof BSONRegExp) && !isOperators(entry));
    return operator === '$in' && value.length === 1
      ? value.filter((entry) => !(entry instanceof BSONRegExp))
      : [];
  });
}

function requireApart(paths: string[]): void {
  paths.forEach((path, i) => {
    for (const other of paths.slice(0, i)) {
      if (path === other)
        throw new StoreError(
          'NotSingleValueField',
          `cannot infer query fields to set, path '${path}' is matched twice`,
        );
      if (path.startsWith(`${other}.`) || other.startsWith(`${path}.`)) {
        throw new StoreError(
          'NotSingleValueField',
          `cannot infer query fields to set, both paths '${path}' and '${other}' are matched`,
        );
      }
    }
  });
}

function setPath(doc: Doc, path: string, value: Value): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let parent = doc;
  for (const part of parts) {
    const present: Found = parent.get(part);
    const child: Doc = isDoc(present) ? present : new Map<string, Value>();
    parent.set(part, child);
    parent = child;
  }
  parent.set(last, value);
}
