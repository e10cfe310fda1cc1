import { z } from 'zod';

const longestPage = 100;
const firstPage = { skip: 0, limit: 10 };
const pattern = /^\[(\d{1,9}),\s*(\d{1,9})\]$/;

/** The rows of a list that are asked for: how many are passed over, and how many come at most. */
export interface RowRange {
  skip: number;
  limit: number;
}

/** `range` of the resource dialect: the first and the last row, counted from 0, `[5, 14]`. */
export const restRange = z
  .string()
  .regex(pattern, 'Enter the first and last row, for example [0,9]')
  .refine((range) => {
    const [, from, to] = pattern.exec(range) ?? [];
    return Number(from) <= Number(to);
  }, 'The first row must come before the last, for example [0,9]');

/** The rows that a range means: those from the first to the last one, 100 at most; the first ten where none is given. */
export function rowsOfRange(range: string | undefined): RowRange {
  const [, from, to] = pattern.exec(range ?? '') ?? [];
  if (from === undefined || to === undefined) return firstPage;
  return { skip: Number(from), limit: Math.min(Number(to) - Number(from) + 1, longestPage) };
}

/** Which rows an answer holds, for the Content-Range header: `leads 5-14/112`; an asterisk for the rows where it holds none. */
export function contentRange(resource: string, skip: number, count: number, total: number): string {
  const rows = count === 0 ? '*' : `${String(skip)}-${String(skip + count - 1)}`;
  return `${resource} ${rows}/${String(total)}`;
}
