import { z } from 'zod';

/** What a list is narrowed by, by key: react-admin says nothing of its types. */
export const filterValues = z.looseObject({});

const searched = z.object({ q: z.string().trim().min(1) });

/** What is searched for, or undefined. */
export const searchOf = (filter: unknown): string | undefined => searched.safeParse(filter).data?.q;

/** Whether anything is searched or picked; a search of blanks is none. */
export const isNarrowed = (filter: unknown): boolean =>
  Object.entries(filterValues.safeParse(filter).data ?? {}).some(
    ([key]) => key !== 'q' || searchOf(filter) !== undefined,
  );
