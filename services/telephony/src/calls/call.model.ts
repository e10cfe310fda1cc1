import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { defaultLanguage, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { DialledFigures } from './dialled.rules.js';
import type { QueuePlace } from './queue.rules.js';
import type { CallSnapshot, Effect, Leg, SecondParty } from './reduce-call.rules.js';
import type { SupervisionAsked, Supervisor } from './supervisor.rules.js';

/**
 * What became of an effect. `claimed`: under way, or was when a process died. `unknown`: nobody can say whether it was
 * carried out, and it is not asked for again by itself.
 */
export interface EffectRow extends Effect {
  state: 'new' | 'claimed' | 'done' | 'unknown' | 'failed';
  at: Date;
}

/** A colleague who is called, in place of a customer: their line is the customer's. */
export interface CalledColleague {
  user_id: string;
  name: string;
  /** The name of who calls. */
  caller: string;
}

/** A call, and every attempt at one whatever became of it. Its facts are changed by `reduceCall` alone. */
export interface CallDoc extends OutboxFields, Omit<CallSnapshot, 'user_id'> {
  _id: Types.ObjectId;
  user_id: Types.ObjectId | null;
  /** Whose call it is while nobody has taken it, where it came in to a number of all; null for nobody's in particular. */
  owner_id?: Types.ObjectId | null;
  /** When its place in the queue is looked at; missing in calls without one. */
  serveAt?: Date | null;
  /** When its customer was allowed to be called, of a conference whose customer is rung a moment later. */
  permittedAt?: Date;
  lead_id: Types.ObjectId | null;
  lead_name: string;
  /** What a search finds it by: the words of the lead's name, and the number's digits. Missing in older calls. */
  words?: string[];
  /** What the customer hears of us in; missing for English, and in older calls. */
  language?: LanguageCode;
  /** The customer's number, E.164, or `anonymous`. */
  number: string;
  /** Our number that it goes out from, or came in to. */
  own_number: string;
  /** Missing in every call with a customer. */
  colleague?: CalledColleague | null;
  /** The line that the call began with, by the carrier: a document asked for twice makes one call. */
  origin_sid?: string;
  /** What it adds to the figures of the dialler; missing in every other call, and while it goes on. */
  dialled?: DialledFigures;
  /** The run of the dialler that it belongs to. */
  run_id: Types.ObjectId | null;
  startedAt: Date;
  /** When something was heard of it last. */
  heardAt: Date;
  /** When it is looked at because nothing was heard; null once it is over and done. */
  lookAt: Date | null;
  /** When hold was asked for, and what nobody confirmed yet. */
  holdAsked: { hold: boolean; at: Date } | null;
  /** When the agent asked for help; null or missing where nobody waits for it. */
  helpAskedAt?: Date | null;
  effects: EffectRow[];
}

/** What the customer of a call hears of us in. */
export const languageOf = ({ language = defaultLanguage }: Pick<CallDoc, 'language'>): LanguageCode =>
  language;

/** A webhook as it came, kept until it is worked off and a week beyond. */
export interface InboxDoc {
  /** The carrier's token of the delivery under our call, or a hash of what was said. */
  _id: string;
  call_id: Types.ObjectId;
  path: string;
  role: string | null;
  fields: Record<string, string>;
  state: 'new' | 'done';
  at: Date;
  /** How often it could not be worked off, and when that is tried again. */
  tries?: number;
  retryAt?: Date;
}

/** Who is at a number, a lead or a user: one call at a time. */
export interface CallLeaseDoc {
  /** `number:+1…`, `lead:…`, `user:…` */
  _id: string;
  call_id: Types.ObjectId;
  until: Date;
  /** Calls that go on and had it before, the last one last. */
  behind?: Types.ObjectId[];
}

export interface CallModels {
  callDocs: Model<CallDoc>;
  inbox: Model<InboxDoc>;
  callLeases: Model<CallLeaseDoc>;
}

const part = { _id: false } as const;
const legSchema = new Schema<Leg>(
  { sid: String, status: String, duration: Number, joined: { type: Boolean, default: undefined } },
  part,
);
// A colleague by the id that the snapshot has: text.
const secondSchema = new Schema<SecondParty>(
  { n: Number, number: String, user_id: String, state: String },
  part,
);
const askedSchema = new Schema<SupervisionAsked>({ mode: String, coached: String }, part);
const supervisorSchema = new Schema<Supervisor>(
  {
    ...{ n: Number, user_id: String, name: String, seen: Boolean, mode: String, coached: String },
    ...{ state: String, askedAt: Date, joinedAt: Date, changing: askedSchema, leaving: Boolean },
  },
  part,
);
const holdSchema = new Schema<NonNullable<CallDoc['holdAsked']>>({ hold: Boolean, at: Date }, part);
const queueSchema = new Schema<QueuePlace>(
  {
    kind: String,
    state: String,
    since: Date,
    until: Date,
    round: Number,
    // Users by the ids that the snapshot has: texts.
    users: [String],
    askedUntil: Date,
    passed: [new Schema({ user_id: String, at: Date }, part)],
    tries: Number,
    reason: String,
    leftAt: Date,
  },
  part,
);
const colleagueSchema = new Schema<CalledColleague>({ user_id: String, name: String, caller: String }, part);
const dialledSchema = new Schema<DialledFigures>(
  { day: String, people: Number, machines: Number, abandoned: Number, heard: Number, voiceMs: Number },
  part,
);
const effectSchema = new Schema<EffectRow>(
  { key: String, does: String, sid: String, state: String, at: Date },
  part,
);

function callModel(connection: Connection): Model<CallDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<CallDoc>(
    {
      kind: String,
      direction: String,
      state: String,
      outcome: String,
      reason: String,
      user_id: ObjectId,
      owner_id: ObjectId,
      serveAt: Date,
      permittedAt: Date,
      lead_id: ObjectId,
      lead_name: String,
      language: String,
      words: { type: [String], default: undefined },
      number: String,
      own_number: String,
      colleague: { type: colleagueSchema, default: undefined },
      origin_sid: String,
      run_id: ObjectId,
      dialled: { type: dialledSchema, default: undefined },
      voicemailUrl: String,
      // By role: agent, customer, second-1 and so on.
      legs: { type: Map, of: legSchema },
      placing: String,
      conferenceSid: String,
      conferenceEnded: Boolean,
      hold: Boolean,
      holdSequence: Number,
      second: secondSchema,
      supervisor: { type: supervisorSchema, default: undefined },
      helpAskedAt: Date,
      hasLeft: Boolean,
      answeredBy: String,
      drop: String,
      farewell: String,
      dial: String,
      host: String,
      isHeld: Boolean,
      calledOff: Boolean,
      placingFault: String,
      queue: { type: queueSchema, default: undefined },
      recordingPaused: Boolean,
      announce: Boolean,
      answeredAt: Date,
      connectedAt: Date,
      endedAt: Date,
      startedAt: Date,
      heardAt: Date,
      lookAt: Date,
      holdAsked: holdSchema,
      effects: [effectSchema],
    },
    { collection: 'calls' },
  );
  addOutbox(schema);
  // A document asked for twice.
  schema.index({ origin_sid: 1 }, { unique: true, sparse: true });
  // The incoming calls of a day: find({ direction: 'inbound', startedAt }).
  schema.index({ direction: 1, startedAt: -1 }, { partialFilterExpression: { direction: 'inbound' } });
  // A user's live call: find({ user_id, state }).sort({ startedAt: -1 }).
  schema.index({ user_id: 1, state: 1, startedAt: -1 });
  // The same of a colleague who was rung in.
  schema.index({ 'second.user_id': 1, state: 1 }, { sparse: true });
  // And of a colleague who was called.
  schema.index({ 'colleague.user_id': 1, state: 1 }, { sparse: true });
  // The list of all calls and of a user's, by time and narrowed by outcome: find({ user_id?, outcome? }).sort({ startedAt, _id }).
  schema.index({ startedAt: -1, _id: -1 });
  schema.index({ user_id: 1, startedAt: -1, _id: -1 });
  schema.index({ outcome: 1, startedAt: -1, _id: -1 });
  // Its search: beginnings of the words of the lead's name and of the number.
  schema.index({ words: 1, startedAt: -1, _id: -1 });
  // The dialler's figures: aggregate over calls of some days.
  schema.index({ 'dialled.day': 1 }, { sparse: true });
  // The call that an admin supervises: find({ 'supervisor.user_id', 'supervisor.state', state }).
  schema.index({ 'supervisor.user_id': 1, 'supervisor.state': 1 }, { sparse: true });
  // By what the dialogs know of it: find({ conferenceSid }).
  schema.index({ conferenceSid: 1 }, { sparse: true });
  // Who waits, the first one first: find({ 'queue.state': { $in } }).sort({ 'queue.since': 1, _id: 1 }).
  schema.index({ 'queue.state': 1, 'queue.since': 1, _id: 1 }, { sparse: true });
  // When somebody's place in the queue is to be looked at: find({ serveAt }).sort({ serveAt: 1 }).
  schema.index({ serveAt: 1 }, { sparse: true });
  // Who of us talked to a number last: find({ number, startedAt: { $gte } }).sort({ startedAt: -1 }).
  schema.index({ number: 1, startedAt: -1 });
  // How calls from our numbers came out lately: aggregate over { own_number: { $in }, startedAt: { $gte } }.
  schema.index({ own_number: 1, startedAt: -1 });
  // Calls to look at: find({ lookAt: { $lte } }); those that go on: find({ lookAt: { $gt }, state }).
  schema.index({ lookAt: 1 });
  // A lead's timeline: find({ lead_id }).sort({ startedAt: -1, _id: -1 }); all of it when the lead is deleted.
  schema.index({ lead_id: 1, startedAt: -1, _id: -1 });
  return connection.model<CallDoc>('call', schema);
}

function inboxModel(connection: Connection): Model<InboxDoc> {
  const { ObjectId, Mixed } = Schema.Types;
  const schema = new Schema<InboxDoc>(
    {
      _id: String,
      call_id: ObjectId,
      path: String,
      role: String,
      // As the carrier sent them, whatever their names.
      fields: Mixed,
      state: String,
      at: Date,
      tries: Number,
      retryAt: Date,
    },
    { collection: 'tw_inbox', versionKey: false, minimize: false },
  );
  // What a process that died left undone: find({ state: 'new', at: { $lte } }).
  schema.index({ state: 1, at: 1 });
  schema.index({ at: 1 }, { expireAfterSeconds: 7 * 24 * 3600 });
  return connection.model<InboxDoc>('inbox', schema);
}

function leaseModel(connection: Connection): Model<CallLeaseDoc> {
  const schema = new Schema<CallLeaseDoc>(
    {
      _id: String,
      call_id: Schema.Types.ObjectId,
      until: Date,
      behind: { type: [Schema.Types.ObjectId], default: undefined },
    },
    { collection: 'callleases', versionKey: false },
  );
  schema.index({ call_id: 1 });
  schema.index({ behind: 1 }, { sparse: true });
  return connection.model<CallLeaseDoc>('calllease', schema);
}

/** The calls of a service's own connection, the webhooks about them, and who is busy with one. */
export function callModels(connection: Connection): CallModels {
  return {
    callDocs: callModel(connection),
    inbox: inboxModel(connection),
    callLeases: leaseModel(connection),
  };
}
