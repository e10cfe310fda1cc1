import { z } from 'zod';
import { restRange } from './rest-range.js';

/** What ra-data-simple-rest asks a list for: JSON in each value, the rows and how many there are in Content-Range. */
export const restQuery = z.object({
  /** `["name","ASC"]` */
  sort: z.string().max(200).optional(),
  /** `[0,9]` */
  range: restRange.optional(),
  /** `{"q":"okafor","state":["TX","CA"]}`; `{"id":[…]}` asks for those records. */
  filter: z.string().max(20_000).optional(),
});
export type RestQuery = z.infer<typeof restQuery>;
