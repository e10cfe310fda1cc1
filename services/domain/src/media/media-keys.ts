import { z } from 'zod';
import { json } from '@crm/platform/config/env-fields.js';

/** Keys of links to files, `{"<kid>": "<base64>"}`: the first one signs. */
export const mediaKeys = json('key id to base64')
  .pipe(z.record(z.string().min(1), z.base64('must be base64')))
  .transform((keys) => new Map(Object.entries(keys).map(([kid, key]) => [kid, Buffer.from(key, 'base64')])))
  .refine((keys) => keys.size > 0, 'must have a key')
  .refine((keys) => [...keys.values()].every((key) => key.length >= 32), 'a key has 32 bytes at least');
