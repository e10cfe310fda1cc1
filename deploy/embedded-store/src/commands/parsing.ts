/** Filters, sorts and projections of commands, read by the store's own rules. */
import { compileExpression } from '../aggregate/expressions.js';
import { parseSort, type Query } from '../query/find.js';
import { filterDocument, parseFilter, type Filter } from '../query/match.js';
import type { Found, Value } from '../values/values.js';

const compileRoot = (expression: Value) => compileExpression(expression);

export const readFilter = (value: Found, field: string): Filter =>
  parseFilter(filterDocument(value, field), compileRoot);

export function readQuery(
  filter: Found,
  options: {
    field?: string;
    sort?: Found;
    skip?: number | undefined;
    limit?: number | undefined;
    counting?: boolean;
    hint?: Found;
  } = {},
): Query {
  return {
    filter: readFilter(filter, options.field ?? 'filter'),
    sort: parseSort(options.sort),
    skip: options.skip ?? 0,
    limit: options.limit ?? 0,
    counting: options.counting ?? false,
    hint: options.hint,
  };
}
