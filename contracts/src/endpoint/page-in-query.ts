import { z } from 'zod';

/** Which page of a list, and rows of it, in the query of a call that the specification gave. */
export const pageInQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
};

/**
 * Paging, search and sort of the lists that take them in the query; sort is `field:ASC` or `field:DESC`. Refuses another
 * one with a sentence that names `column`.
 */
export const listQuery = (column: string) =>
  z.object({
    ...pageInQuery,
    search: z.string().trim().max(100).optional(),
    sort: z
      .string()
      .regex(/^\w+:(ASC|DESC)$/, `Enter a column and direction, for example ${column}:DESC`)
      .optional(),
  });
