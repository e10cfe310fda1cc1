import { z } from 'zod';
import type { Field, Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import { rowsOfRange, type RowRange } from '@crm/contracts/endpoint/rest-range.js';
import type { RestQuery } from '@crm/contracts/endpoint/rest-query.js';
import { id, plainDate } from '@crm/contracts/ids.js';
import { addDays, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import { invalidField } from '../errors/app-error.js';
import { literalPattern } from '../mongo/literal-pattern.js';

/** What a list is asked for, in the store's form; `ids` where those records are wanted and nothing else. */
export interface ListQuery {
  ids?: string[];
  /** The owners whose records are wanted; those of all where it is not said. */
  owners?: string[];
  filter: object;
  sort: Record<string, 1 | -1>;
  rows: RowRange;
}

type Defined = Pick<
  AnyResource<Fields>,
  'fields' | 'search' | 'sort' | 'sorts' | 'sortsCaseless' | 'filters' | 'owner' | 'record'
>;

const owners = z.array(id).min(1).max(500).optional();
/** Days in Los Angeles, both included; either end can be open. */
const days = z.strictObject({ from: plainDate, to: plainDate }).partial();

/** The instants of such days, for the store. */
function within({ from, to }: z.output<typeof days>): object {
  return {
    ...(from === undefined ? {} : { $gte: startOfPacificDay(from) }),
    ...(to === undefined ? {} : { $lt: startOfPacificDay(addDays(to, 1)) }),
  };
}

/** What the store has for the values that are wanted of a field; nothing where all are. */
function conditionOf(field: Field | undefined, wanted: unknown): object | undefined {
  if (Array.isArray(wanted)) return { $in: storedOptions(field, wanted) };
  const condition = wanted === undefined ? {} : within(days.parse(wanted));
  return Object.keys(condition).length === 0 ? undefined : condition;
}

/**
 * The filters of a definition, as a query names them: those of the values that are wanted, by the options' ids; of an instant
 * the days, `{"from":"2026-11-01","to":"2026-11-20"}`.
 */
function filtersOf({ fields, search, filters = [], owner, record }: Omit<Defined, 'sort'>) {
  return z.strictObject({
    id: z.array(record.shape.id).max(500).optional(),
    q: (search.length > 0 ? z.string().max(200) : z.never()).optional(),
    ...(owner !== undefined && { [owner]: owners }),
    ...Object.fromEntries(
      filters.map((key): [string, z.ZodOptional<typeof days | z.ZodArray<z.ZodEnum>>] => {
        if (fields[key]?.kind === 'instant') return [key, days.optional()];
        const ids = fields[key]?.options?.map((option) => option.id) ?? [];
        return [key, z.array(z.enum(ids)).min(1).max(ids.length).optional()];
      }),
    ),
  });
}

/** What the store has for the options of a field. */
const storedOptions = (field: Field | undefined, ids: readonly unknown[]) =>
  field?.stored.as === 'number' || field?.stored.as === 'numbers' ? ids.map(Number) : ids;

/** A query value that is JSON. Throws `invalid`, naming the value, where it is none. */
export function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField(field, 'Not JSON');
  }
}

/** Every word of the search begins a word of one of the fields. */
function searchCondition(search: readonly string[], text: string): object {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return {};
  return {
    $and: words.map((word) => ({
      $or: search.map((field) => ({
        [field]: { $regex: `(?:^|[^a-z0-9])${literalPattern(word)}`, $options: 'i' },
      })),
    })),
  };
}

/** The store's order for a field and a direction, by the id too, so that no record stands on two pages. */
export function orderBy(
  { sort: [usual], sortsCaseless }: Pick<AnyResource<Fields>, 'sort' | 'sortsCaseless'>,
  [field, direction]: readonly [string, 'ASC' | 'DESC'],
  sortedBy: Readonly<Record<string, string>> = {},
): Record<string, 1 | -1> {
  const turn = direction === 'ASC' ? 1 : -1;
  if (field === 'id') return { _id: turn };
  const key = sortsCaseless === true && field === usual ? 'sort_key' : (sortedBy[field] ?? field);
  return { [key]: turn, _id: turn };
}

/** How a list is sorted and searched, where that is not by its fields as they are. */
interface OwnQuery {
  sortedBy?: Readonly<Record<string, string>>;
  searchedBy?: (text: string) => object;
}

/** Reads the query of a list in the resource dialect. Throws `invalid` for what is no JSON, no field, no filter. */
export function readListQuery(
  defined: Defined,
  { filter: filterText, sort: sortText, range }: RestQuery,
  { sortedBy, searchedBy }: OwnQuery = {},
): ListQuery {
  const { fields, search, sort: usual, owner, record } = defined;
  const filter = filtersOf(defined).safeParse(parseJson(filterText ?? '{}', 'filter'));
  if (!filter.success) throw invalidField('filter', 'Unknown filter');
  const order = z.tuple([
    z.enum(['id', ...(defined.sorts ?? Object.keys(fields).filter((key) => key in record.shape))]),
    z.enum(['ASC', 'DESC']),
  ]);
  const sort = order.safeParse(sortText === undefined ? usual : parseJson(sortText, 'sort'));
  if (!sort.success) throw invalidField('sort', 'Unknown sort column');
  const { id: ids, q, ...others } = filter.data;
  const picked: Record<string, unknown> = others;
  const wanted = owner === undefined ? undefined : owners.parse(picked[owner]);
  return {
    ...(ids && { ids }),
    ...(wanted && { owners: wanted }),
    filter: {
      ...(q !== undefined && (searchedBy?.(q) ?? searchCondition(search, q))),
      ...Object.fromEntries(
        Object.entries(picked).flatMap(([key, wantedValues]) => {
          const condition = key === owner ? undefined : conditionOf(fields[key], wantedValues);
          return condition === undefined ? [] : [[key, condition]];
        }),
      ),
    },
    sort: orderBy(defined, sort.data, sortedBy),
    rows: rowsOfRange(range),
  };
}
