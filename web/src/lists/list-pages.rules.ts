/** A page of a list as react-admin keeps it in the query cache. */
export interface ListPage<R> {
  data: R[];
  total?: number;
}

/** Whether a part of a query's key says what page of a list it is of. */
export function isPageOf(part: unknown): part is { pagination: { perPage: number } } {
  if (typeof part !== 'object' || part === null || !('pagination' in part)) return false;
  const { pagination } = part;
  return typeof pagination === 'object' && pagination !== null && 'perPage' in pagination;
}

/** A first page with a new row on top, as long as it may be; the same page if it already has the row. */
export function withArrival<R extends { id: unknown }>(
  page: ListPage<R>,
  row: R,
  perPage: number,
): ListPage<R> {
  if (page.data.some(({ id }) => id === row.id)) return page;
  return {
    ...page,
    data: [row, ...page.data].slice(0, perPage),
    ...(page.total === undefined ? {} : { total: page.total + 1 }),
  };
}

/** A page with the row in the place of its older self; the same page if it has none, or a newer one. */
export function withChange<R extends { id: unknown; version: number }>(
  page: ListPage<R>,
  row: R,
): ListPage<R> {
  const shown = page.data.find(({ id }) => id === row.id);
  if (!shown || row.version < shown.version) return page;
  return { ...page, data: page.data.map((each) => (each.id === row.id ? row : each)) };
}
