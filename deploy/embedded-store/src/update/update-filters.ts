/** Array filters: the conditions behind `$[identifier]` in an update's paths. */
import { encode } from '../values/bson.js';
import { StoreError } from '../values/errors.js';
import { compile, parseFilter, type CompileExpression } from '../query/match.js';
import { bad, failed } from './update-operators.js';
import { identifierOf, type Entry } from './update-tree.js';
import { describe, isDoc, typeNameOf, type Doc, type Value } from '../values/values.js';

/** What each array filter asks of an element, by identifier. */
export type ElementTests = Map<string, (element: Value) => boolean>;

const wrongType = (field: string, value: Value, expected: string) =>
  new StoreError(
    'TypeMismatch',
    `BSON field '${field}' is the wrong type '${typeNameOf(value)}', expected type '${expected}'`,
  );

/** Reads array filters. Throws what MongoDB throws for one that does not speak of exactly one identifier. */
export function parseArrayFilters(
  arrayFilters: Value | undefined,
  compileExpression: CompileExpression,
): ElementTests {
  const tests: ElementTests = new Map();
  if (arrayFilters === undefined) return tests;
  if (!Array.isArray(arrayFilters)) throw wrongType('update.updates.arrayFilters', arrayFilters, 'array');
  for (const [i, filter] of arrayFilters.entries()) {
    if (!isDoc(filter)) throw wrongType(`update.updates.arrayFilters.${i}`, filter, 'object');
    const [identifier, other] = new Set(topLevelNames(filter));
    if (identifier === undefined) {
      throw failed('Cannot use an expression without a top-level field name in arrayFilters');
    }
    if (other !== undefined) {
      throw failed(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${other}'`,
      );
    }
    if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
      throw bad(
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
      );
    }
    if (tests.has(identifier)) {
      throw failed(`Found multiple array filters with the same top-level field name ${identifier}`);
    }
    const matches = compile(parseFilter(filter, compileExpression));
    tests.set(identifier, (element) => matches(encode(new Map([[identifier, element]])), 0));
  }
  return tests;
}

function topLevelNames(filter: Doc): string[] {
  return [...filter].flatMap(([name, value]) => {
    if (name === '$expr')
      throw new StoreError('QueryFeatureNotAllowed', '$expr is not allowed in this context');
    if (!name.startsWith('$')) return [name.split('.')[0] ?? ''];
    return Array.isArray(value) ? value.filter(isDoc).flatMap(topLevelNames) : [];
  });
}

/** Requires a filter for each identifier of the paths and a use for each filter. */
export function requireFilters(entries: Entry[], filters: ElementTests, update: Doc): void {
  const used = new Set<string>();
  for (const { path, parts } of entries) {
    for (const part of parts) {
      const identifier = identifierOf(part);
      if (!identifier) continue;
      if (!filters.has(identifier)) {
        throw bad(`No array filter found for identifier '${identifier}' in path '${path}'`);
      }
      used.add(identifier);
    }
  }
  for (const identifier of filters.keys()) {
    if (!used.has(identifier)) {
      throw failed(
        `The array filter for identifier '${identifier}' was not used in the update ${describe(update)}`,
      );
    }
  }
}
