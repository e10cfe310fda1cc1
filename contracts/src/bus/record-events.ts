import { z } from 'zod';
import { id, recordId } from '../ids.js';
import { defineMessage } from './envelope.js';

/** What became of a record. */
export const recordChange = z.enum(['created', 'updated', 'deleted']);

const exampleId = '66f0a1b2c3d4e5f6010204aa';

/** The one event of every resource that has none of its own. It carries no field: whoever wants the record reads it. */
export const recordChanged = defineMessage({
  type: 'record.changed',
  owner: ['auth', 'leads', 'messaging', 'telephony'],
  given: false,
  consumers: ['gateway'],
  summary: 'A record of a resource was created, changed or deleted; `sequence` is its version.',
  data: z.object({
    /** As it is in the address: `partners`. */
    resource: z.string(),
    id: recordId,
    change: recordChange,
    /** Whose record it is, where only its owner may read it. */
    user_id: id.nullable(),
  }),
  example: { resource: 'partners', id: exampleId, change: 'updated', user_id: null },
});
