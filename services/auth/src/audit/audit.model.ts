import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** Every audited action; other actions leave no entry (deploy/docs/threats.md). */
export const auditActions = [
  'user.created',
  'user.updated',
  'user.presence-changed',
  'settings.updated',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** An audit entry: who did what to whom, and which fields changed. Never values: some of them are secrets. */
export interface AuditEntry {
  _id: Types.ObjectId;
  at: Date;
  actor_id: string;
  action: AuditAction;
  subject: string;
  changed: string[];
}

/** Pending entries, saved in the changed document in the same write, until they are moved to the audit collection. */
export interface AuditFields {
  audit?: AuditEntry[];
  /** When the oldest pending entry was added; absent if there is none. */
  auditAt?: Date;
}

const entryFields = {
  at: { type: Date, required: true },
  actor_id: { type: String, required: true },
  action: { type: String, enum: auditActions, required: true },
  subject: { type: String, required: true },
  changed: { type: [String], required: true },
};

/** Adds the pending entries to a schema. Reads never load them. */
export function addAudit(schema: Schema): void {
  schema.add({
    audit: { type: [new Schema(entryFields)], default: undefined, select: false },
    auditAt: { type: Date, select: false },
  });
  // For moveAudit: documents with entries to move.
  schema.index({ auditAt: 1 }, { sparse: true });
}

export function auditModel(connection: Connection): Model<AuditEntry> {
  const schema = new Schema<AuditEntry>(entryFields, { versionKey: false });
  // For listAudit: a page of entries, newest first.
  schema.index({ at: -1, _id: -1 });
  return connection.model<AuditEntry>('Audit', schema, 'audit');
}
