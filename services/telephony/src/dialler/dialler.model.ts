import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { AdStatus, AttemptDetails } from './dialler.rules.js';
import { retryRuleModel, type RetryRuleDoc } from './retry-rules.js';

/** The line of one guide: what is being dialled, one at a time. Under the guide's id, which makes it unique. */
export interface DiallerDoc {
  _id: Types.ObjectId;
  /** The attempt that has the line; null while it is free. */
  call_id: Types.ObjectId | null;
  /** Of an attempt that was not placed yet: until when it has the line. A placed one has it until it is over. */
  until: Date | null;
  /**
   * When the server looks at it next: to dial the next lead where it is free, or else whether it should be. Null while there
   * is nothing to dial.
   */
  nextAt: Date | null;
  /** When the guide's dialler was last switched off. */
  stoppedAt: Date | null;
  /** Why the dialler was switched off where nobody switched it; missing once it goes on. */
  offBecause?: string;
  /** Leads that may not be called now, and when they may be asked about again. */
  passed: { lead_id: Types.ObjectId; until: Date }[];
}

/** Leads that a guide chose, or that were sent to one, in their order. */
export interface RunDoc extends OutboxFields {
  _id: Types.ObjectId;
  guide_id: Types.ObjectId;
  items: Types.ObjectId[];
  /** The item that is next. */
  position: number;
  state: 'active' | 'done';
  /** The command that made it: one that comes again makes no second. */
  key: string;
  createdAt: Date;
}

/** A lead that any guide's dialler may take when the guide's own are done. Under the lead's id: once in the pool. */
export interface PoolDoc {
  _id: Types.ObjectId;
  state: 'waiting' | 'taken' | 'dialled' | 'dropped';
  addedAt: Date;
  /** Not before then: contact is not permitted earlier. */
  notBefore: Date;
  guide_id: Types.ObjectId | null;
  /** Until when it is a guide's who claimed it; after that it waits again. */
  until: Date | null;
  /** What became of it, in words. */
  reason: string;
}

/** One lead dialled once, under the id of its call. */
export interface AttemptDoc extends OutboxFields {
  _id: Types.ObjectId;
  guide_id: Types.ObjectId;
  lead_id: Types.ObjectId;
  number: string;
  /** Of a run: which item; unique, so that a restart in between does not dial it again. */
  item: string | null;
  /** The lead is of the pool. */
  isPooled?: boolean;
  details: AttemptDetails;
  /** What was told of it last; null for nothing. */
  AD_status: AdStatus | null;
  isOver: boolean;
  /** The carrier did not answer, and the guide was told so: what became of it is asked for, and the lead not dialled anew. */
  isUnanswered?: boolean;
  /** Nobody was dialled: the service died before. Its lead stands where it stood. */
  isWithdrawn?: boolean;
  /** The guide was told to go on. */
  isRestarted: boolean;
  startedAt: Date;
  /** When something was last heard of it. */
  heardAt: Date;
  /** When the carrier was last asked about it; null for never. */
  askedAt: Date | null;
  /** When the lead is dialled again because of how this came out; null where it is not. */
  retryAt?: Date | null;
  /** The lead was dialled again since, or is not to be: this one asks for nothing any more. */
  isFollowed?: boolean;
}

/** What the dialler keeps, on a service's own connection. */
export function diallerModels(connection: Connection) {
  const { ObjectId } = Schema.Types;
  const part = { _id: false } as const;
  const diallers = new Schema<DiallerDoc>(
    {
      call_id: ObjectId,
      until: Date,
      nextAt: Date,
      stoppedAt: Date,
      offBecause: String,
      passed: [new Schema<DiallerDoc['passed'][number]>({ lead_id: ObjectId, until: Date }, part)],
    },
    { collection: 'diallers', versionKey: false },
  );
  // Whose next lead is due: find({ nextAt }).sort({ nextAt }).
  diallers.index({ nextAt: 1 }, { partialFilterExpression: { nextAt: { $type: 'date' } } });

  const runs = new Schema<RunDoc>(
    {
      guide_id: ObjectId,
      items: [ObjectId],
      position: Number,
      state: String,
      key: String,
      createdAt: Date,
    },
    { collection: 'diallerruns' },
  );
  addOutbox(runs);
  // The run that a guide works through: find({ guide_id, state }).sort({ createdAt, _id }).
  runs.index({ guide_id: 1, state: 1, createdAt: 1, _id: 1 });
  // A command delivered twice.
  runs.index({ key: 1 }, { unique: true });

  const pool = new Schema<PoolDoc>(
    {
      state: String,
      addedAt: Date,
      notBefore: Date,
      guide_id: ObjectId,
      until: Date,
      reason: String,
    },
    { collection: 'diallerpool', versionKey: false },
  );
  // The oldest that waits: findOneAndUpdate({ state, notBefore }).sort({ addedAt, _id }).
  pool.index({ state: 1, addedAt: 1, _id: 1 });

  const attempts = new Schema<AttemptDoc>(
    {
      guide_id: ObjectId,
      lead_id: ObjectId,
      number: String,
      item: String,
      isPooled: Boolean,
      details: new Schema<AttemptDetails>({ placed: Boolean, answeredBy: String, outcome: String }, part),
      AD_status: Number,
      isOver: Boolean,
      isUnanswered: Boolean,
      isWithdrawn: Boolean,
      isRestarted: Boolean,
      startedAt: Date,
      heardAt: Date,
      askedAt: Date,
      retryAt: Date,
      isFollowed: Boolean,
    },
    { collection: 'diallerattempts' },
  );
  addOutbox(attempts);
  // What a guide dialled lately: find({ guide_id, startedAt }).
  attempts.index({ guide_id: 1, startedAt: 1 });
  // A person's, when it is handed out or erased: find({ lead_id }); a lead's of the week: find({ lead_id, startedAt }).
  attempts.index({ lead_id: 1, startedAt: 1 });
  // Whom a guide's dialler calls again: find({ guide_id, retryAt }).sort({ retryAt }).
  attempts.index({ guide_id: 1, retryAt: 1 }, { partialFilterExpression: { retryAt: { $type: 'date' } } });
  // An item of a run is dialled once, whatever happens in between.
  attempts.index({ item: 1 }, { unique: true, partialFilterExpression: { item: { $type: 'string' } } });
  // The sweep: what nothing is heard of any more, find({ isOver: false, heardAt }).
  attempts.index({ isOver: 1, heardAt: 1 });

  return {
    diallers: connection.model<DiallerDoc>('dialler', diallers),
    diallerRuns: connection.model<RunDoc>('diallerrun', runs),
    diallerPool: connection.model<PoolDoc>('diallerpool', pool),
    diallerAttempts: connection.model<AttemptDoc>('diallerattempt', attempts),
    retryRules: retryRuleModel(connection),
  };
}
export interface DiallerModels {
  diallers: Model<DiallerDoc>;
  diallerRuns: Model<RunDoc>;
  diallerPool: Model<PoolDoc>;
  diallerAttempts: Model<AttemptDoc>;
  retryRules: Model<RetryRuleDoc>;
}

/** Collections of the dialler whose documents have an outbox. */
export const diallerOutboxes = ['diallerattempts', 'diallerruns', 'retryrules'] as const;
