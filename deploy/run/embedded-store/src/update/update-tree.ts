/**
 * An update as a tree of the paths it changes.
 *
 * Paths that share a beginning share its branch, which finds conflicts, fixes the order in which new fields appear and
 * copies each document on the way once. `.$` becomes an array index while the tree is walked; where two branches meet on
 * one element then, they are grown together and may conflict as late as that.
 */
import { StoreError } from '../values/errors.js';
import { isIndex } from '../filter/paths.js';
import { compareStrings, describe, isDoc, type Doc, type Found, type Value } from '../values/values.js';

/** What is known while one document is updated. */
export interface Run {
  /** The document before the update. */
  readonly doc: Doc;
  readonly now: Date;
  readonly inserting: boolean;
  /** The array index that `.$` stands for. */
  readonly offset: number | undefined;
}

export interface Place {
  readonly run: Run;
  /** The whole path, `.$` resolved. */
  readonly path: string;
  readonly name: string;
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
  kind: 'fields';
  entries: Entry[];
  children: [name: string, child: Node][];
}

type Node = Leaf | Branch;

const conflict = (entry: Entry | undefined, prefix: string) =>
  new StoreError(
    'ConflictingUpdateOperators',
    `Updating the path '${entry?.path ?? prefix}' would create a conflict at '${prefix}'`,
  );

/** The tree of paths that agree in their first `depth` parts. Throws ConflictingUpdateOperators. */
export function grow(entries: Entry[], depth = 0, prefix = ''): Node {
  const leaf = entries.find((entry) => entry.parts.length === depth);
  if (leaf) {
    if (entries.length > 1) throw conflict(entries[1], prefix);
    return { kind: 'leaf', entries, change: leaf.change };
  }
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
  return { kind: 'fields', entries, children: children.sort(byName) };
}

/** Numeric names in the order of their numbers, then the others as strings. */
function byName([a]: [string, Node], [b]: [string, Node]): number {
  if (isIndex(a) !== isIndex(b)) return isIndex(a) ? -1 : 1;
  return isIndex(a) ? Number(a) - Number(b) : compareStrings(a, b);
}

const below = (prefix: string, name: string) => (prefix === '' ? name : `${prefix}.${name}`);

/** The document after all changes of the tree: the very same one when nothing changed. */
export function applyTree(tree: Node, run: Run): Doc {
  const after = apply(tree, run.doc, { run, path: '', name: '' }, 0);
  return isDoc(after) ? after : run.doc;
}

function apply(node: Node, current: Found, place: Place, depth: number): Found {
  if (node.kind === 'leaf') return node.change(current, place);
  return inFields(node, current, place, depth);
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
