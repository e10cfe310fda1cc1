import type { Actor } from '@crm/contracts/access.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';

/** What the events of an import have in common; by whoever started it, unless somebody else caused them. */
export const eventAbout = (
  ctx: Pick<ImportsContext, 'clock'>,
  importDoc: ImportDoc,
  actor: Actor = importDoc.starter,
) =>
  ({
    source: 'leads',
    subject: `import/${importDoc._id.toHexString()}`,
    sequence: importDoc.version,
    actor,
    now: ctx.clock.now(),
  }) as const;

/** The counts of an import as its events have them. */
export const countsOf = ({ _id, read, saved, refused, duplicates }: ImportDoc) => ({
  import_id: _id.toHexString(),
  read,
  saved,
  refused,
  duplicates,
});
