/**
 * An update as a tree (trie) of the paths that it changes.
 *
 * Paths with a common prefix share its branch. This detects conflicts, determines the order of new fields, and copies each
 * nested document only once. `.$` is resolved to an array index while the tree is applied; if two branches then refer to
 * the same element they are merged, so some conflicts are detected only at that point.
 */
import { StoreError } from '../values/errors.js';
import { isIndex } from '../filter/paths.js';
import { compareStrings, describe, isDoc, type Doc, type Found, type Value } from '../values/values.js';

/** The context of updating one document. */
export interface Run {
  /** The document before the update. */
  readonly doc: Doc;
  readonly now: Date;
  readonly inserting: boolean;
  /** The array index that `.$` refers to. */
  readonly offset: number | undefined;
}

export interface Place {
  readonly run: Run;
  /** The whole path, `.$` resolved. */
  readonly path: string;
  readonly name: string;
}

/** Computes the new value at a path; `undefined` removes it, returning the same value means no change. */
export type Change = (current: Found, place: Place) => Found;

/** One path of an update and the change to apply there. */
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

/** Builds the tree of paths that have their first `depth` parts in common. Throws ConflictingUpdateOperators. */
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

/** Numeric names in numeric order, then the others in string order. */
function byName([a]: [string, Node], [b]: [string, Node]): number {
  if (isIndex(a) !== isIndex(b)) return isIndex(a) ? -1 : 1;
  return isIndex(a) ? Number(a) - Number(b) : compareStrings(a, b);
}

const below = (prefix: string, name: string) => (prefix === '' ? name : `${prefix}.${name}`);

/** Applies all changes of the tree; returns the same document if nothing changed. */
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

/** The children of a branch, with `$` resolved to its array index. */
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
