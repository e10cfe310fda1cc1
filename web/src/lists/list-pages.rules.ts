/** A page of a list in react-admin's query cache. */
export interface ListPage<R> {
  data: R[];
  total?: number;
}

/** Whether a part of a query key is the parameters of a list page. */
export function isPageOf(part: unknown): part is { pagination: { perPage: number } } {
  if (typeof part !== 'object' || part === null || !('pagination' in part)) return false;
  const { pagination } = part;
  return typeof pagination === 'object' && pagination !== null && 'perPage' in pagination;
}

/** Inserts a row at the top of a first page, up to its length; returns the same page if it already has the row. */
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

/**
 * Changes a row of a page, of which an event may leave fields out: those stay as they are shown. Returns the same page if it
 * does not have the row, or has a newer version.
 */
export function withChange<R extends { id: unknown; version: number }>(
  page: ListPage<R>,
  row: R,
): ListPage<R> {
  const shown = page.data.find(({ id }) => id === row.id);
  if (!shown || row.version < shown.version) return page;
  return { ...page, data: page.data.map((each) => (each.id === row.id ? { ...each, ...row } : each)) };
}
