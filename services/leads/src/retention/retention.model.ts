import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { TypeName } from '@crm/contracts/codes/lead-types.js';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import type { Flag } from '@crm/contracts/ids.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadDoc } from '../lead/lead.model.js';

/**
 * A deleted lead until its retention ends. It is a collection of its own, so that no query of leads can find one; the
 * tombstone among the leads stays what it is.
 */
export interface DeletedLeadDoc {
  _id: Types.ObjectId;
  /** That of its tombstone. */
  version: number;
  /** `deleting` until the tombstone is written: what a process left so that died in between is no deleted lead. */
  state: 'deleting' | 'deleted';
  lead: LeadDoc;
  fullname: string;
  type: TypeName;
  status: StatusCode;
  agent: string;
  deleted_at: Date;
  /** Empty for the system. */
  deleted_by: string;
  /** E.164 numbers and e-mails in lower case. */
  addresses: string[];
  /** What a search finds it by. */
  words: string[];
  /** The class that ends next for it. */
  next: RetentionClass;
  /** When that is; null while a hold keeps it, and while what ended is being deleted. */
  due_at: Date | null;
  held: Flag;
  restricted: Flag;
  /** Never there: the lists of all resources leave tombstones out by it. */
  deletedAt?: null;
}

/** A hold; it stays when lifted, with who did it and why. */
export interface LegalHoldDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** E.164, or an e-mail in lower case. */
  address: string;
  reason: string;
  by: string;
  since: Date;
  /** 0 once lifted. */
  active: Flag;
  lifted_at: Date | null;
  lifted_by: string | null;
  lifted_why: string | null;
}

/** A period that an admin set; of a class without one the law's own holds. */
export interface RetentionPeriodDoc {
  _id: RetentionClass;
  years: number;
  changed_by: string;
  changed_at: Date;
}

/** The collections of retention. */
export interface RetentionModels {
  deletedLeads: Model<DeletedLeadDoc>;
  legalHolds: Model<LegalHoldDoc>;
  retentionPeriods: Model<RetentionPeriodDoc>;
}

/** All of them on a service's own connection. */
export function retentionModels(connection: Connection): RetentionModels {
  const deleted = new Schema<DeletedLeadDoc>(
    {
      version: Number,
      state: String,
      // As it is among the leads, whose model says what it has.
      lead: Schema.Types.Mixed,
      fullname: String,
      type: String,
      status: String,
      agent: String,
      deleted_at: Date,
      deleted_by: String,
      addresses: [String],
      words: [String],
      next: String,
      due_at: Date,
      held: Number,
      restricted: Number,
      deletedAt: Date,
    },
    { collection: 'deletedleads', versionKey: false, minimize: false },
  );
  // The admin's list, the last one first: find({ state: 'deleted' }).sort({ deleted_at: -1, _id: -1 }).
  deleted.index({ state: 1, deleted_at: -1, _id: -1 });
  // Its search: beginnings of words of the name, numbers and e-mails.
  deleted.index({ words: 1, deleted_at: -1 });
  // A person's, and those of a hold: find({ addresses: { $in } }).
  deleted.index({ addresses: 1 });
  // What ends next: find({ due_at <= now }).sort({ due_at: 1 }).
  deleted.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'date' } } });
  // How many wait for the end of a class, how many soon, how many are held: count({ next, due_at?, held? }).
  deleted.index({ next: 1, due_at: 1 });
  deleted.index({ next: 1, held: 1 });

  const holds = new Schema<LegalHoldDoc>(
    {
      address: String,
      reason: String,
      by: String,
      since: Date,
      active: Number,
      lifted_at: Date,
      lifted_by: String,
      lifted_why: String,
    },
    { collection: 'legalholds' },
  );
  addOutbox(holds);
  // The admin's list, the last one first: find({ active: 1 }).sort({ since: -1, _id: -1 }).
  holds.index({ active: 1, since: -1, _id: -1 });
  // Whether a person is held: find({ address: { $in }, active: 1 }).
  holds.index({ address: 1, active: 1 });

  const periods = new Schema<RetentionPeriodDoc>(
    { _id: String, years: Number, changed_by: String, changed_at: Date },
    { collection: 'retentionperiods', versionKey: false },
  );
  return {
    deletedLeads: connection.model<DeletedLeadDoc>('deleted-lead', deleted),
    legalHolds: connection.model<LegalHoldDoc>('legal-hold', holds),
    retentionPeriods: connection.model<RetentionPeriodDoc>('retention-period', periods),
  };
}
