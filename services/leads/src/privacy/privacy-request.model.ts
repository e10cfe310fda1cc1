import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import { part } from '@crm/platform/mongo/part.js';
import type { Person, PersonRecords } from '@crm/contracts/http/privacy.js';
import {
  personRecordKinds,
  privacyServices,
  type PersonCounts,
  type PersonTaskKind,
  type PrivacyService,
} from '@crm/contracts/customers/privacy.js';

interface PrivacyPart {
  state: 'waits' | 'done';
  counts: PersonCounts;
  at: Date | null;
}

/** What an admin asked for in a person's name: at once what is still to be done and the record of who did it. */
export interface PrivacyRequestDoc extends OutboxFields {
  _id: Types.ObjectId;
  kind: PersonTaskKind;
  /** Of retention: the class that ended. */
  retention?: RetentionClass;
  at: Date;
  user_id: string;
  user_fullname: string;
  reason: string;
  hints: string[];
  leads: number;
  state: 'running' | 'done';
  /** What an erasure leaves, and why; missing on older requests. */
  stays?: string[];
  doneAt: Date | null;
  /** Of an export: when it goes. */
  expiresAt: Date | null;
  fetched: { user_id: string; user_fullname: string; at: Date }[];
  parts: Record<PrivacyService, PrivacyPart>;
  /** Missing once an erasure is done, or an export is gone: then nothing here names the person any more. */
  person?: Person;
}

/** A sheet of what a service collected. */
export interface PrivacySheetDoc {
  /** `<request> <service> <number>`: the same sheet again is the same document. */
  _id: string;
  request_id: Types.ObjectId;
  service: PrivacyService;
  sheet: number;
  records: PersonRecords[];
  /** Set when the export is whole; before, it is as young as its request. */
  expiresAt?: Date;
}

const partOfService = part({
  state: String,
  counts: part(Object.fromEntries(personRecordKinds.map((kind) => [kind, Number]))),
  at: Date,
});

/** The requests and sheets of a service's own connection. */
export function privacyModels(connection: Connection): PrivacyModels {
  const requests = new Schema<PrivacyRequestDoc>(
    {
      kind: String,
      retention: String,
      at: Date,
      user_id: String,
      user_fullname: String,
      reason: String,
      hints: [String],
      leads: Number,
      state: String,
      stays: { type: [String], default: undefined },
      doneAt: Date,
      expiresAt: Date,
      fetched: [part({ user_id: String, user_fullname: String, at: Date })],
      parts: part(Object.fromEntries(privacyServices.map((service) => [service, partOfService]))),
      person: part({ phones: [String], emails: [String], lead_ids: [String] }),
    },
    { collection: 'privacyrequests' },
  );
  addOutbox(requests);
  // The page, the last one first.
  requests.index({ at: -1, _id: -1 });
  // What is still to be done: find({ state: 'running' }).sort({ at: 1 }).
  requests.index({ state: 1, at: 1 });
  // Exports whose time is over: find({ expiresAt: { $lte } }).
  requests.index({ expiresAt: 1 }, { partialFilterExpression: { expiresAt: { $type: 'date' } } });

  const sheets = new Schema<PrivacySheetDoc>(
    {
      _id: String,
      request_id: Schema.Types.ObjectId,
      service: String,
      sheet: Number,
      // What each service keeps of a person, in its own words.
      records: [Schema.Types.Mixed],
      expiresAt: Date,
    },
    { collection: 'privacysheets', versionKey: false, minimize: false },
  );
  sheets.index({ request_id: 1, service: 1, sheet: 1 });
  sheets.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

  return {
    privacyRequests: connection.model<PrivacyRequestDoc>('privacy-request', requests),
    privacySheets: connection.model<PrivacySheetDoc>('privacy-sheet', sheets),
  };
}

export interface PrivacyModels {
  privacyRequests: Model<PrivacyRequestDoc>;
  privacySheets: Model<PrivacySheetDoc>;
}
