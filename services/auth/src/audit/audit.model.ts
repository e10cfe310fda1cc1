import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** Everything that is entered: what is done elsewhere leaves no entry (deploy/docs/threats.md says so). */
export const auditActions = [
  'user.created',
  'user.updated',
  'user.presence-changed',
  'settings.updated',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What an admin did: who, what, to whom, and which fields changed. Never a value: some of them are secrets. */
export interface AuditEntry {
  _id: Types.ObjectId;
  at: Date;
  actor_id: string;
  action: AuditAction;
  subject: string;
  changed: string[];
}

/** Entries that wait in the changed document, written with the change itself, until they are moved to the audit. */
export interface AuditFields {
  audit?: AuditEntry[];
  /** Since when an entry waits; there only while one does. */
  auditAt?: Date;
}

const entryFields = {
  at: { type: Date, required: true },
  actor_id: { type: String, required: true },
  action: { type: String, enum: auditActions, required: true },
  subject: { type: String, required: true },
  changed: { type: [String], required: true },
};

/** Gives a schema its waiting entries. Reads never load them. */
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
