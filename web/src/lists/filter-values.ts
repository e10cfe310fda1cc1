import { z } from 'zod';

/** Filter values by key: react-admin does not type them. */
export const filterValues = z.looseObject({});

const searched = z.object({ q: z.string().trim().min(1) });

/** The search text, or undefined. */
export const searchOf = (filter: unknown): string | undefined => searched.safeParse(filter).data?.q;

/** Whether any search or filter is set; a blank search does not count. */
export const isNarrowed = (filter: unknown): boolean =>
  Object.entries(filterValues.safeParse(filter).data ?? {}).some(
    ([key]) => key !== 'q' || searchOf(filter) !== undefined,
  );
