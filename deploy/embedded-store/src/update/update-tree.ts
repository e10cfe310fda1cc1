/**
 * An update as a tree of the paths it changes.
 *
 * Paths that share a beginning share its branch, which finds conflicts, fixes the order in which new fields appear and
 * copies each document on the way once. `.$` and `$[]` become array indexes while the tree is walked; where two branches
 * meet on one element then, they are grown together and may conflict as late as that.
 */
import { StoreError } from '../values/errors.js';
import { isIndex } from '../query/paths.js';
import { compareStrings, describe, isDoc, type Doc, type Found, type Value } from '../values/values.js';

/** What is known while one document is updated. */
export interface Run {
  /** The document before the update. */
  readonly doc: Doc;
  readonly now: Date;
  readonly inserting: boolean;
  /** The array index that `.$` stands for. */
  readonly offset: number | undefined;
  /** What the array filters ask of an element, by identifier; '' is `$[]`. */
  readonly tests: ReadonlyMap<string, (element: Value) => boolean>;
  /** Where `$rename` took a value from: it is removed when the tree is done. */
  readonly taken: (readonly string[])[];
}

export interface Place {
  readonly run: Run;
  /** The whole path, `.$` and `$[]` resolved. */
  readonly path: string;
  readonly name: string;
  /** The last array field on the way, the place itself apart. */
  readonly array: string | undefined;
}

/** The new value at a path; `undefined` is a missing one, the very same value says that nothing changed. */
export type Change = (current: Found, place: Place) => Found;

/** One path of an update and what happens there. */
export interface Entry {
  readonly path: string;
  readonly parts: readonly string[];
  readonly change: Change;
}

interface Leaf {
  kind: 'leaf';
  entries: Entry[];
  change: Change;
}

interface Branch {
  kind: 'fields' | 'elements';
  entries: Entry[];
  children: [name: string, child: Node][];
}

type Node = Leaf | Branch;

const ELEMENTS = /^\$\[(.*)\]$/;

/** The identifier of a path's part `$[identifier]`, '' for `$[]`; undefined for any other part. */
export const identifierOf = (part: string): string | undefined => ELEMENTS.exec(part)?.[1];

const conflict = (entry: Entry | undefined, prefix: string) =>
  new StoreError(
    'ConflictingUpdateOperators',
    `Updating the path '${entry?.path ?? prefix}' would create a conflict at '${prefix}'`,
  );

/** The tree of paths that agree in their first `depth` parts. Throws ConflictingUpdateOperators. */
export function grow(entries: Entry[], depth = 0, prefix = ''): Node {
  const [first] = entries;
  const leaf = entries.find((entry) => entry.parts.length === depth);
  if (leaf) {
    if (entries.length > 1) throw conflict(entries[1], prefix);
    return { kind: 'leaf', entries, change: leaf.change };
  }
  const isElements = (entry: Entry | undefined) => identifierOf(entry?.parts[depth] ?? '') !== undefined;
  const other = entries.find((entry) => isElements(entry) !== isElements(first));
  if (other) throw conflict(other, prefix);
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const part = entry.parts[depth] as string;
    const group = groups.get(part);
    if (group) group.push(entry);
    else groups.set(part, [entry]);
  }
  const children = [...groups].map(([name, group]): [string, Node] => [
    name,
    grow(group, depth + 1, below(prefix, name)),
  ]);
  return { kind: isElements(first) ? 'elements' : 'fields', entries, children: children.sort(byName) };
}

/** Numeric names in the order of their numbers, then the others as strings. */
function byName([a]: [string, Node], [b]: [string, Node]): number {
  if (isIndex(a) !== isIndex(b)) return isIndex(a) ? -1 : 1;
  return isIndex(a) ? Number(a) - Number(b) : compareStrings(a, b);
}

const below = (prefix: string, name: string) => (prefix === '' ? name : `${prefix}.${name}`);

/** The document after all changes of the tree: the very same one when nothing changed. */
export function applyTree(tree: Node, run: Run): Doc {
  const after = apply(tree, run.doc, { run, path: '', name: '', array: undefined }, 0);
  return isDoc(after) ? after : run.doc;
}

function apply(node: Node, current: Found, place: Place, depth: number): Found {
  if (node.kind === 'leaf') return node.change(current, place);
  return node.kind === 'fields'
    ? inFields(node, current, place, depth)
    : inElements(node, current, place, depth);
}

function inFields(node: Branch, current: Found, place: Place, depth: number): Found {
  let after = current;
  for (const [name, child] of positioned(node, place, depth)) {
    const element = Array.isArray(after) && isIndex(name);
    const before = isDoc(after)
      ? after.get(name)
      : Array.isArray(after) && element
        ? after[Number(name)]
        : undefined;
    const value = apply(
      child,
      before,
      {
        run: place.run,
        path: below(place.path, name),
        name,
        array: Array.isArray(after) ? place.name : place.array,
      },
      depth + 1,
    );
    if (value === before) continue;
    if (after === undefined) after = new Map([[name, value as Value]]);
    else if (isDoc(after)) {
      if (after === current) after = new Map(after);
      if (value === undefined) after.delete(name);
      else after.set(name, value);
    } else if (Array.isArray(after) && element) {
      if (after === current) after = [...after];
      setElement(after, Number(name), value ?? null);
    } else {
      throw new StoreError(
        'PathNotViable',
        `Cannot create field '${name}' in element {${place.name}: ${describe(after)}}`,
      );
    }
  }
  return after;
}

const MOST_PADDING = 1_500_000;

function setElement(array: Value[], index: number, value: Value): void {
  if (index - array.length > MOST_PADDING)
    throw new StoreError('CannotBackfillArray', `can't backfill more than ${MOST_PADDING} elements`);
  while (array.length < index) array.push(null);
  array[index] = value;
}

/** The children of a branch, `$` as the index it stands for. */
function positioned(node: Branch, place: Place, depth: number): [string, Node][] {
  const positional = node.children.find(([name]) => name === '$');
  if (!positional) return node.children;
  const { offset } = place.run;
  if (offset === undefined) {
    throw new StoreError('BadValue', 'The positional operator did not find the match needed from the query.');
  }
  const index = String(offset);
  const path = below(place.path, index);
  const same = node.children.find(([name]) => name === index);
  const child = same ? grow([...same[1].entries, ...positional[1].entries], depth + 1, path) : positional[1];
  return [...node.children.filter((entry) => entry !== positional && entry !== same), [index, child]];
}

function inElements(node: Branch, current: Found, place: Place, depth: number): Found {
  if (current === undefined) {
    throw new StoreError(
      'BadValue',
      `The path '${place.path}' must exist in the document in order to apply array updates.`,
    );
  }
  if (!Array.isArray(current)) {
    throw new StoreError(
      'BadValue',
      `Cannot apply array updates to non-array element ${place.name}: ${describe(current)}`,
    );
  }
  let after = current;
  current.forEach((element, i) => {
    const name = String(i);
    const path = below(place.path, name);
    const matched = node.children.filter(([part]) =>
      place.run.tests.get(identifierOf(part) ?? '')?.(element),
    );
    const [first] = matched;
    if (!first) return;
    const child =
      matched.length === 1
        ? first[1]
        : grow(
            matched.flatMap(([, each]) => each.entries),
            depth + 1,
            path,
          );
    const value = apply(child, element, { run: place.run, path, name, array: place.name }, depth + 1);
    if (value === element) return;
    if (after === current) after = [...current];
    after[i] = value ?? null;
  });
  return after;
}
