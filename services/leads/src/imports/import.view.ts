import { typeNameOf } from '@crm/contracts/codes/lead-types.js';
import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import type { ImportDoc } from './import.model.js';

/** An import as it goes over the wire. */
export function importView(doc: ImportDoc): LeadImport {
  const { file, state, read, saved, refused, duplicates, bytes, message, starter } = doc;
  return {
    id: doc._id.toHexString(),
    file,
    type: typeNameOf[doc.type_id],
    state,
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
    createdAt: doc.createdAt.toISOString(),
    finishedAt: doc.finishedAt?.toISOString() ?? null,
  };
}
