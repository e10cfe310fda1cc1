import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { SuppressionScope } from '@crm/contracts/customers/suppression.js';
import type { SuppressionListStatus } from '@crm/contracts/resources/suppression-list.js';
import { part } from '@crm/platform/mongo/part.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** A list of numbers that was uploaded, also one that is no longer in force: it says by what numbers were screened when. */
export interface SuppressionListDoc extends OutboxFields {
  _id: Types.ObjectId;
  name: string;
  scope: SuppressionScope;
  state: StateCode | null;
  /** YYYY-MM-DD: by when the numbers are. */
  as_of: string;
  proof: string;
  /** `receiving` while its file arrives: none of the list yet. */
  status: SuppressionListStatus | 'receiving';
  numbers: number;
  refused: number;
  message: string;
  imported_by: string;
  imported_by_id: Types.ObjectId;
  imported_at: Date;
  /** When it was loaded as a whole; of several for the same the last one counts. */
  loaded_at: Date | null;
  removed_by: string | null;
  removed_at: Date | null;
  /** 1 while its file or numbers that nobody asks for any more are in the store. */
  leftovers: 0 | 1;
  /** Until when a process loads it. */
  lease: Date | null;
}

/** A number of a list. Found by its id alone, so that millions of them need no index of their own to be asked for. */
export interface SuppressedNumberDoc {
  /** `+12145550117:<list>` */
  _id: string;
  list: Types.ObjectId;
}

/** What the scrub service last said of a number. */
export interface NumberScreeningDoc {
  /** E.164. */
  _id: string;
  checked_at: Date;
  scopes: { scope: SuppressionScope; state: StateCode | null; as_of: string; listed: boolean }[];
}

/** How far the leads' numbers were sent to the scrub service, and how it last answered. */
export interface ScrubStateDoc {
  _id: 'scrub';
  /** The last lead that was looked at; null at the beginning of a round. */
  cursor: Types.ObjectId | null;
  round_began_at: Date;
  lease: Date | null;
  answered_at: Date | null;
  problem: string;
  /** When it is asked again. */
  due_at: Date;
}

const day = 24 * 60 * 60;
/** Twice as long as a screening counts. */
const screeningsKeptSeconds = 62 * day;

function listModel(connection: Connection): Model<SuppressionListDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<SuppressionListDoc>(
    {
      name: String,
      scope: String,
      state: String,
      as_of: String,
      proof: String,
      status: String,
      numbers: Number,
      refused: Number,
      message: String,
      imported_by: String,
      imported_by_id: ObjectId,
      imported_at: Date,
      loaded_at: Date,
      removed_by: String,
      removed_at: Date,
      leftovers: Number,
      lease: Date,
    },
    { collection: 'suppressionlists' },
  );
  addOutbox(schema);
  // The page, the last one first; what is in force, or to be loaded: find({ status }).
  schema.index({ imported_at: -1, _id: -1 });
  schema.index({ status: 1 });
  // What leaves something to delete: find({ leftovers: 1 }).
  schema.index({ leftovers: 1 }, { partialFilterExpression: { leftovers: 1 } });
  return connection.model<SuppressionListDoc>('suppression-list', schema);
}

function numberModel(connection: Connection): Model<SuppressedNumberDoc> {
  const schema = new Schema<SuppressedNumberDoc>(
    { _id: String, list: Schema.Types.ObjectId },
    { collection: 'suppressednumbers', versionKey: false },
  );
  // All numbers of a list that is no longer in force: deleteMany({ list }).
  schema.index({ list: 1 });
  return connection.model<SuppressedNumberDoc>('suppressed-number', schema);
}

function screeningModel(connection: Connection): Model<NumberScreeningDoc> {
  const schema = new Schema<NumberScreeningDoc>(
    {
      _id: String,
      checked_at: Date,
      scopes: [part({ scope: String, state: String, as_of: String, listed: Boolean })],
    },
    { collection: 'numberscreenings', versionKey: false },
  );
  schema.index({ checked_at: 1 }, { expireAfterSeconds: screeningsKeptSeconds });
  return connection.model<NumberScreeningDoc>('number-screening', schema);
}

function scrubStateModel(connection: Connection): Model<ScrubStateDoc> {
  const schema = new Schema<ScrubStateDoc>(
    {
      _id: String,
      cursor: Schema.Types.ObjectId,
      round_began_at: Date,
      lease: Date,
      answered_at: Date,
      problem: String,
      due_at: Date,
    },
    { collection: 'scrubstate', versionKey: false },
  );
  return connection.model<ScrubStateDoc>('scrub-state', schema);
}

/** The collections of numbers that are not to be called. */
export interface SuppressionModels {
  suppressionLists: Model<SuppressionListDoc>;
  suppressedNumbers: Model<SuppressedNumberDoc>;
  numberScreenings: Model<NumberScreeningDoc>;
  scrubState: Model<ScrubStateDoc>;
}

/** All of them on a service's own connection. */
export const suppressionModels = (connection: Connection): SuppressionModels => ({
  suppressionLists: listModel(connection),
  suppressedNumbers: numberModel(connection),
  numberScreenings: screeningModel(connection),
  scrubState: scrubStateModel(connection),
});

/** The id of a number on a list. */
export const suppressedId = (phone: string, list: Types.ObjectId): string => `${phone}:${list.toHexString()}`;
