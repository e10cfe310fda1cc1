import { invalidField } from '@crm/platform/errors/app-error.js';
import { literalPattern } from '@crm/platform/mongo/literal-pattern.js';

/** The words of names, lower-cased, each once: what lists are searched by. */
export function wordsOf(...names: readonly string[]): string[] {
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return [...new Set(words.filter((word) => word !== ''))];
}

/** How a name is sorted: lower-cased, without what stands around it. */
export const sortKeyOf = (name: string): string => name.trim().toLowerCase();

type Condition = Record<string, unknown>;

/** Every word of what is searched for begins a word of the document; a number is found by a beginning of its digits. */
export function searchFilter(search: string | undefined): Condition {
  const text = search ?? '';
  const digits = text.replace(/\D/g, '');
  const isNumber = digits.length >= 3 && /^[\d\s().+-]+$/.test(text);
  const words = isNumber ? [digits.length === 11 ? digits.replace(/^1/, '') : digits] : wordsOf(text);
  const conditions = words.map((word) => ({ words: { $regex: `^${literalPattern(word)}` } }));
  const [first, ...others] = conditions;
  if (first === undefined) return {};
  return others.length === 0 ? first : { $and: conditions };
}

/**
 * The order of a list: by the column named, then by id, so that nothing stands on two pages. `columns` maps what may be
 * sorted by to the field that holds it; the first one, descending, is the order where none is named. Throws 422.
 */
export function listSort(
  sort: string | undefined,
  columns: Readonly<Record<string, string>>,
): Record<string, 1 | -1> {
  const [first = ''] = Object.keys(columns);
  const [column = first, order = 'DESC'] = sort?.split(':') ?? [];
  const field = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (field === undefined) {
    throw invalidField('sort', `Can be sorted by ${Object.keys(columns).join(', ')}`);
  }
  const direction = order === 'ASC' ? 1 : -1;
  return { [field]: direction, _id: direction };
}

/** A page of a list. */
export const pageOf = ({ page, limit }: { page: number; limit: number }) => ({
  skip: (page - 1) * limit,
  limit,
});
