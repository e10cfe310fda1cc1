import { typeNameOf } from '@crm/contracts/codes/lead-types.js';
import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import { activityOf } from './activity.rules.js';
import type { ImportDoc } from './import.model.js';
import { rowsKeptUntil } from './rows-kept.rules.js';

/** An import as it goes over the wire to somebody. */
export function importView(doc: ImportDoc, askerId: string, now: Date): LeadImport {
  const { file, state, read, saved, refused, duplicates, bytes, message, starter, finishedAt } = doc;
  return {
    id: doc._id.toHexString(),
    file,
    type: typeNameOf[doc.type_id],
    state,
    activity: activityOf(doc, now),
    rows: doc.rows ?? null,
    read,
    saved,
    refused,
    duplicates,
    bytes,
    bytes_done: state === 'done' ? bytes : doc.next.offset,
    message,
    started_by: starter.id,
    consent: doc.consent ?? null,
    cleared: doc.cleared_by?.includes(askerId) ?? false,
    rows_until: finishedAt && rowsKeptUntil(finishedAt).toISOString(),
    createdAt: doc.createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
