import { z } from 'zod';

/** What a list is narrowed by, by key: react-admin says nothing of its types. */
export const filterValues = z.looseObject({});
