/**
 * What the first `$match` of a `$lookup` pipeline says that an index can answer. The hints may let too much through:
 * the pipeline itself still runs over what they find.
 */
import { StoreError } from '../values/errors.js';
import { expressionIn, readNothing, type StageScope } from './pipeline.js';
import { BSONRegExp, Undefined, isDoc, type Doc, type Found, type Value } from '../values/values.js';

/** Filters for the documents that the pipeline can use, with the variables as they stand. */
export type Hint = () => Doc[];

const isScalar = (value: Found): value is Value =>
  value !== undefined &&
  !isDoc(value) &&
  !Array.isArray(value) &&
  !(value instanceof BSONRegExp) &&
  !(value instanceof Undefined);

const mentionsExpression = (value: Value): boolean =>
  isDoc(value)
    ? [...value].some(([name, inner]) => name === '$expr' || mentionsExpression(inner))
    : Array.isArray(value) && value.some((inner) => mentionsExpression(inner));

export function lookupHints(first: Found, scope: StageScope): Hint {
  const filter = isDoc(first) ? first.get('$match') : undefined;
  if (!isDoc(filter)) return () => [];
  const plain: Doc[] = [...filter]
    .filter(([name, value]) => name !== '$expr' && name !== '$comment' && !mentionsExpression(value))
    .map((entry) => new Map([entry]));
  const expression = filter.get('$expr');
  const dynamic = expression === undefined ? [] : expressionHints(expression, scope);
  return () => [...plain, ...dynamic.flatMap((hint) => hint())];
}

/** The equalities between a field and what does not depend on the document, alone or under `$and`. */
function expressionHints(expression: Value, scope: StageScope): Hint[] {
  if (!isDoc(expression)) return [];
  const and = expression.get('$and');
  if (Array.isArray(and)) return and.flatMap((part) => expressionHints(part, scope));
  const equal = expression.get('$eq');
  if (Array.isArray(equal) && equal.length === 2) {
    const [left = null, right = null] = equal;
    return [...equalityHint(left, right, scope), ...equalityHint(right, left, scope)];
  }
  const within = expression.get('$in');
  if (Array.isArray(within) && within.length === 2)
    return memberHint(within[0] ?? null, within[1] ?? null, scope);
  return [];
}

const isField = (value: Value): value is string =>
  typeof value === 'string' && value.startsWith('$') && !value.startsWith('$$');

/** The value of an expression that reads nothing of the document. */
function constant(expression: Value, scope: StageScope): (() => Found) | undefined {
  const reads = readNothing();
  const evaluate = expressionIn(expression, scope, reads);
  if (reads.fields === undefined || reads.fields.size > 0) return undefined;
  const empty: Doc = new Map();
  return () => {
    try {
      return evaluate(empty);
    } catch (error) {
      // The pipeline will say so itself, should it come to that document.
      if (error instanceof StoreError) return undefined;
      throw error;
    }
  };
}

function equalityHint(field: Value, other: Value, scope: StageScope): Hint[] {
  const value = isField(field) ? constant(other, scope) : undefined;
  if (!isField(field) || !value) return [];
  const path = field.slice(1);
  return [
    () => {
      const found = value();
      return isScalar(found) ? [new Map([[path, new Map([['$eq', found]])]])] : [];
    },
  ];
}

function memberHint(field: Value, list: Value, scope: StageScope): Hint[] {
  const value = isField(field) ? constant(list, scope) : undefined;
  if (!isField(field) || !value) return [];
  const path = field.slice(1);
  return [
    () => {
      const found = value();
      if (!Array.isArray(found) || !found.every(isScalar)) return [];
      return [new Map([[path, new Map([['$in', found]])]])];
    },
  ];
}
