import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { FileConsent } from '@crm/contracts/customers/consent.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { part } from '@crm/platform/mongo/part.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { ImportField } from '@crm/contracts/resources/import-columns.js';
import type { FileEncoding } from './columns.rules.js';

/** How a file is to be read: settled once, from its first bytes, so that a resumed import reads it the same way. */
export interface FileLayout {
  delimiter: string;
  encoding: FileEncoding;
  columns: [position: number, field: ImportField][];
}

/** One upload and how far it came. Progress is the place behind the last committed batch (settled: CSV). */
export interface ImportDoc extends OutboxFields {
  _id: Types.ObjectId;
  file: string;
  type_id: TypeId;
  state: 'receiving' | 'running' | 'done' | 'failed';
  /** Rows of the file, once they are counted. */
  rows?: number;
  read: number;
  saved: number;
  refused: number;
  duplicates: number;
  message: string;
  starter: Actor;
  createdAt: Date;
  finishedAt: Date | null;
  bytes: number;
  sha256: string;
  /** The stored file; null once it is not needed any more. */
  file_id: Types.ObjectId | null;
  given_delimiter: string;
  /** The consent of all of its rows; missing in imports from before it could be given. */
  consent?: FileConsent | null;
  layout: FileLayout | null;
  next: { offset: number; line: number };
  /** Who works on it and until when that is believed. */
  lease: { by: string; until: Date } | null;
  /** The users who have cleared it from their latest files; missing where nobody has. */
  cleared_by?: string[];
  /** When its refused rows were erased, at the end of their time. */
  rows_erased_at?: Date | null;
}

/** One row that did not become a lead. Its id is import and line, so that a second try writes it once. */
export interface RefusedRowDoc {
  _id: string;
  import_id: Types.ObjectId;
  line: number;
  reason: string;
  row: string;
}

export function importModel(connection: Connection): Model<ImportDoc> {
  const schema = new Schema<ImportDoc>(
    {
      file: String,
      type_id: Number,
      state: String,
      rows: Number,
      read: Number,
      saved: Number,
      refused: Number,
      duplicates: Number,
      message: String,
      starter: part({ id: String, role: Number, subroles: [Number], fullname: String }),
      createdAt: Date,
      finishedAt: Date,
      bytes: Number,
      sha256: String,
      file_id: Schema.Types.ObjectId,
      given_delimiter: String,
      // As it was sent: times are text.
      consent: part({
        ...{ consent_text: String, consent_url: String, consent_ip: String, consent_at: String },
        ...{ consent_expires_at: String, trustedform_cert_url: String, jornaya_lead_id: String },
        ...{ seller: String, channels: { type: [String], default: undefined }, consent_kind: String },
      }),
      // Of its columns each is a pair of place and name, which no type of a field says.
      layout: part({ delimiter: String, encoding: String, columns: [Schema.Types.Mixed] }),
      next: part({ offset: Number, line: Number }),
      lease: part({ by: String, until: Date }),
      cleared_by: { type: [String], default: undefined },
      rows_erased_at: Date,
    },
    { collection: 'imports' },
  );
  addOutbox(schema);
  // The list of imports, newest first.
  schema.index({ createdAt: -1, _id: -1 });
  // The worker: the oldest import that runs and that nobody works on.
  schema.index({ state: 1, createdAt: 1 });
  // Those whose refused rows are to be erased next.
  schema.index({ rows_erased_at: 1, finishedAt: 1 });
  return connection.model<ImportDoc>('import', schema);
}

export function refusedRowModel(connection: Connection): Model<RefusedRowDoc> {
  const schema = new Schema<RefusedRowDoc>(
    { _id: String, import_id: Schema.Types.ObjectId, line: Number, reason: String, row: String },
    { collection: 'refusedrows', versionKey: false },
  );
  // The report of an import, line by line.
  schema.index({ import_id: 1, line: 1 });
  return connection.model<RefusedRowDoc>('refused-row', schema);
}
