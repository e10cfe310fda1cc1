/** A projection as a tree of field names, and its application to a document. */
import { StoreError } from '../values/errors.js';
import { isDoc, type Doc, type Found, type Value } from '../values/values.js';

/** What a projection does with one field. */
export type Field =
  | { kind: 'include' }
  | { kind: 'exclude' }
  | { kind: 'computed'; evaluate: (doc: Doc) => Found }
  | Names;

export interface Names {
  kind: 'names';
  fields: Map<string, Field>;
}

export const newNames = (): Names => ({ kind: 'names', fields: new Map() });

/** Adds a field at a dotted path. Throws for a path collision. */
export function add(parent: Names, path: string, field: Field): void {
  const parts = partsOf(path);
  const last = parts.pop() ?? '';
  let names = parent;
  for (const [i, part] of parts.entries()) {
    let child = names.fields.get(part);
    if (!child) {
      child = newNames();
      names.fields.set(part, child);
    }
    if (child.kind !== 'names') {
      const rest = path.split('.').slice(i + 1);
      throw new StoreError(31249, `Path collision at ${path} remaining portion ${rest.join('.')}`);
    }
    names = child;
  }
  if (names.fields.has(last)) throw new StoreError(31250, `Path collision at ${path}`);
  names.fields.set(last, field);
}

/** The subtree at a path, created if it does not exist. */
export function namesAt(parent: Names, path: string): Names {
  let names: Field | undefined = parent;
  for (const part of partsOf(path)) names = names?.kind === 'names' ? names.fields.get(part) : undefined;
  if (names?.kind === 'names') return names;
  const made = newNames();
  add(parent, path, made);
  return made;
}

function partsOf(path: string): string[] {
  if (path === '') throw new StoreError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new StoreError(40353, "FieldPath must not end with a '.'.");
  const parts = path.split('.');
  for (const part of parts) {
    if (part === '') throw new StoreError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$') && part !== '$ref' && part !== '$id' && part !== '$db') {
      throw new StoreError(
        16410,
        "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
      );
    }
  }
  return parts;
}

/** Applies a projection: the included or not excluded fields, and the computed ones. */
export function project(tree: Names, doc: Doc, includes: boolean): Doc {
  const after = keep(tree, doc, includes);
  if (computes(tree)) compute(tree, after, doc);
  return after;
}

function keep(names: Names, doc: Doc, includes: boolean): Doc {
  const after: Doc = new Map();
  for (const [name, value] of doc) {
    const kept = keptValue(names.fields.get(name), value, includes);
    if (kept !== undefined) after.set(name, kept);
  }
  return after;
}

function keptValue(field: Field | undefined, value: Value, includes: boolean): Found {
  switch (field?.kind) {
    case 'include':
      return value;
    case 'exclude':
      return undefined;
    case 'names':
      return projectBelow(field, value, includes);
    default:
      return includes ? undefined : value;
  }
}

/** Paths traverse arrays, nested ones too; an inclusion drops elements that are not documents. */
function projectBelow(names: Names, value: Value, includes: boolean): Found {
  if (isDoc(value)) return keep(names, value, includes);
  if (!Array.isArray(value)) return includes ? undefined : value;
  return value.flatMap((element): Value[] => {
    const kept = projectBelow(names, element, includes);
    return kept === undefined ? [] : [kept];
  });
}

const computes = (field: Field): boolean =>
  field.kind === 'computed' || (field.kind === 'names' && [...field.fields.values()].some(computes));

function compute(names: Names, after: Doc, root: Doc): void {
  for (const [name, field] of names.fields) {
    if (!computes(field)) continue;
    const value =
      field.kind === 'computed' ? field.evaluate(root) : computeBelow(field, after.get(name), root);
    if (value === undefined) after.delete(name);
    else after.set(name, value);
  }
}

/** Computed fields are added to each element of an array; values that are not documents are replaced by one. */
function computeBelow(field: Field, value: Found, root: Doc): Found {
  if (field.kind !== 'names') return value;
  if (Array.isArray(value)) return value.map((element) => computeBelow(field, element, root) ?? null);
  const after: Doc = isDoc(value) ? new Map(value) : new Map<string, Value>();
  compute(field, after, root);
  return after;
}
