import type { Connection, mongo } from 'mongoose';
import type { AuditEntryView, AuditFilter } from '@crm/contracts/http/audit.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { AuditEntry } from './audit-entry.js';
import { auditCollection } from './audit-store.js';

/** Totals are counted so far: nobody turns ten thousand pages. */
const maxCounted = 10_000;
const maxShownSubjects = 100;
/** Rows of a download that are read at once. */
const readAtOnce = 1_000;

const newestFirst = { at: -1, _id: -1 } as const;

/** The first text that comes after all that begin with `prefix`. */
const after = (prefix: string) =>
  `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;

/** A filter as the store asks it; each way to narrow the log has its index. */
export function queryOf({
  actor,
  action,
  subject,
  outcome,
  address,
  from,
  to,
}: AuditFilter): mongo.Filter<AuditEntry> {
  const at = {
    ...(from !== undefined && { $gte: new Date(from) }),
    ...(to !== undefined && { $lt: new Date(to) }),
  };
  const named =
    action?.includes('.') === true ? action : action && { $gte: `${action}.`, $lt: after(`${action}.`) };
  return {
    ...(actor !== undefined && { actor_id: actor }),
    ...(named !== undefined && { action: named }),
    ...(subject !== undefined && { subjects: subject }),
    ...(outcome !== undefined && { outcome }),
    ...(address !== undefined && { address }),
    ...(Object.keys(at).length > 0 && { at }),
  };
}

/** An entry as admins read it. */
export function auditView(
  service: ServiceName,
  { _id, at, subjects, changes, ...entry }: AuditEntry,
): AuditEntryView {
  const { actor_id, actor_name, action, outcome, address, correlation_id } = entry;
  return {
    id: `${service}-${String(_id)}`,
    service,
    seq: _id,
    at: at.toISOString(),
    ...{ actor_id, actor_name, action, outcome, address, correlation_id },
    subjects: subjects.slice(0, maxShownSubjects),
    subject_count: subjects.length,
    changes: [...changes],
  };
}

/** A page of entries, newest first, and how many there are: counted up to ten thousand. */
export async function findEntries(
  connection: Connection,
  filter: AuditFilter,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const collection = connection.collection<AuditEntry>(auditCollection);
  const query = queryOf(filter);
  const [entries, total] = await Promise.all([
    collection.find(query).sort(newestFirst).skip(skip).limit(limit).toArray(),
    collection.countDocuments(query, { limit: maxCounted }),
  ]);
  return { entries, total };
}

/** All entries of a filter, newest first, read piece by piece. */
export async function* eachEntry(connection: Connection, filter: AuditFilter): AsyncIterable<AuditEntry> {
  yield* connection
    .collection<AuditEntry>(auditCollection)
    .find(queryOf(filter))
    .sort(newestFirst)
    .batchSize(readAtOnce);
}
