import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import type { SendStatus } from '@crm/contracts/entities/messaging.js';
import type { Flag } from '@crm/contracts/ids.js';
import { fetchJobSchema, type FetchJob } from '@crm/domain/media/fetch-next.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import { textFileSchema, type TextFileDoc } from './text-file.schema.js';

/** What a text's way depends on; `reduceText` alone changes it. */
export interface TextState {
  send_status: SendStatus;
  reason: string;
  /** 1, and 2 once it was sent again. */
  attempt: number;
  /** The carrier's own id of this attempt, or of the text that came in. */
  message_sid: string | null;
  /** It failed because nobody knows what became of it: what the carrier says later stands. */
  uncertain: boolean;
  /** Ours: `text.sent` was told. A customer's: it has its lead and its agent. */
  published: boolean;
}

/** One text, ours or a customer's. */
export interface TextDoc extends OutboxFields, TextState {
  _id: Types.ObjectId;
  lead_id: Types.ObjectId | null;
  user_id: Types.ObjectId | null;
  /** Whose key its words are under: the lead's, or its own where the lead was not known as it was written. */
  key_id: Types.ObjectId;
  /** Sealed. Empty for files alone; missing where its key was destroyed and a backup brought back the rest. */
  text?: string;
  /** What it carries beside its words. */
  files?: TextFileDoc[];
  /** There while any of them is to be fetched. */
  fetch?: FetchJob;
  is_client_message: Flag;
  customer_fullname: string;
  customer_phone: string;
  agent_fullname: string;
  read_status: Flag;
  /** Of a customer's texts that came to us each is later than the one before, so that this is their order too. */
  createdAt: Date;
  /**
   * A customer's text: the how manieth it is of those from this number, given by the write that stores it. Null of ours
   * and of those that came elsewhere.
   */
  arrival: number | null;
  /** Our number that it went from or came to; empty while none was chosen. */
  our_number: string;
  /** What the product adds to the words is in this language; missing for English, and in older texts. */
  language?: LanguageCode;
  /** What was said beside the words: who writes, and how to have no more. */
  said_agency: boolean;
  said_opt_out: boolean;
  /** It answers a call that nobody took: it goes from the number that was called. */
  is_callback: boolean;
  /** A customer's text that says HELP and that the carrier has not answered itself. */
  asks_help?: boolean;
  /** Ours that answers one: it goes from the number that was written to, whatever closes the others. */
  answers_help?: boolean;
  /** When permission said yes to this attempt and counted it; nothing where it is still to be asked. */
  permitted_at?: Date | null;
  /** When it was handed to the carrier, this attempt. */
  handed_at: Date | null;
  /** When it is worked on next: to be sent, or to be taken in. Null when it is through. */
  at: Date | null;
  /** When the carrier is asked what became of it, should no webhook say so before; null when there is nothing to ask. */
  ask_at: Date | null;
  /** How often it was asked, this attempt. */
  asked: number;
}

/** What is due by now of a field that is a date or null. Without the type the index of dates alone would be passed over. */
export const dueBy = (now: Date) => ({ $type: 'date', $lte: now }) as const;

/** The order of texts, the oldest first: that of their times, in which a customer's texts stand as they arrived. */
export const firstFirst = { createdAt: 1, _id: 1 } as const;
export const lastFirst = { createdAt: -1, _id: -1 } as const;

/** Whether a text stands behind another one in that order. */
export const isLater = (text: Pick<TextDoc, '_id' | 'createdAt'>, than: Pick<TextDoc, '_id' | 'createdAt'>) =>
  text.createdAt.getTime() === than.createdAt.getTime()
    ? text._id.toHexString() > than._id.toHexString()
    : text.createdAt > than.createdAt;

/** The texts of a service's own connection. */
export function textModel(connection: Connection): Model<TextDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<TextDoc>(
    {
      send_status: String,
      reason: String,
      attempt: Number,
      message_sid: String,
      uncertain: Boolean,
      published: Boolean,
      lead_id: ObjectId,
      user_id: ObjectId,
      key_id: ObjectId,
      text: String,
      files: { type: [textFileSchema], default: undefined },
      fetch: fetchJobSchema,
      is_client_message: Number,
      customer_fullname: String,
      customer_phone: String,
      agent_fullname: String,
      read_status: Number,
      createdAt: Date,
      arrival: Number,
      our_number: String,
      language: String,
      said_agency: Boolean,
      said_opt_out: Boolean,
      is_callback: Boolean,
      asks_help: Boolean,
      answers_help: Boolean,
      permitted_at: Date,
      handed_at: Date,
      at: Date,
      ask_at: Date,
      asked: Number,
    },
    { collection: 'texts' },
  );
  addOutbox(schema);
  // A conversation, the last text first: find({ lead_id }).sort(lastFirst); one without a lead by its number.
  schema.index({ lead_id: 1, ...lastFirst });
  schema.index({ customer_phone: 1, ...lastFirst });
  // A customer's last text: find({ customer_phone, arrival: a number }).sort({ arrival: -1 }). Unique, so that a text is
  // stored as the next one or not at all.
  schema.index(
    { customer_phone: 1, arrival: 1 },
    { unique: true, partialFilterExpression: { arrival: { $gt: 0 } } },
  );
  // What a user has not read: find({ user_id, read_status: 0 }).sort(firstFirst).
  schema.index({ user_id: 1, ...firstFirst }, { partialFilterExpression: { read_status: 0 } });
  // The carrier brings a text, or word of one, as often as it likes: once for each of its ids.
  schema.index(
    { message_sid: 1 },
    { unique: true, partialFilterExpression: { message_sid: { $type: 'string' } } },
  );
  // What is to be sent: find({ is_client_message: 0, at <= now }).sort({ at, _id }).
  const waits = { partialFilterExpression: { at: { $type: 'date' } } };
  schema.index({ is_client_message: 1, at: 1, _id: 1 }, waits);
  // What is to be taken in, as it came: find({ is_client_message: 1, at: a date }).sort(firstFirst).
  schema.index({ is_client_message: 1, ...firstFirst }, waits);
  // What the carrier is to be asked about: find({ ask_at <= now }).sort({ ask_at }).
  schema.index({ ask_at: 1 }, { partialFilterExpression: { ask_at: { $type: 'date' } } });
  // Whose a file is: find({ 'files._id' }).
  schema.index({ 'files._id': 1 }, { sparse: true });
  // Whose files are to be fetched: find({ 'fetch.at': at most now }).sort({ 'fetch.at': 1 }).
  schema.index({ 'fetch.at': 1 }, { sparse: true });
  return connection.model<TextDoc>('text', schema);
}

/** One click, so that a second one for the same thing finds what the first one made. */
export interface ClickDoc {
  _id: string;
  at: Date;
  /** The id that the text or the e-mail has, or will have. */
  made: Types.ObjectId;
}

export function clickModel(connection: Connection): Model<ClickDoc> {
  const schema = new Schema<ClickDoc>(
    { _id: String, at: Date, made: Schema.Types.ObjectId },
    { collection: 'clicks', versionKey: false },
  );
  // Kept as long as a command may still come again.
  schema.index({ at: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });
  return connection.model<ClickDoc>('click', schema);
}

/** Work that one process does at a time. */
export interface LeaseDoc {
  _id: 'taking-in';
  until: Date;
}

export function leaseModel(connection: Connection): Model<LeaseDoc> {
  const schema = new Schema<LeaseDoc>(
    { _id: String, until: Date },
    { collection: 'leases', versionKey: false },
  );
  return connection.model<LeaseDoc>('lease', schema);
}

/** All texts with one customer: what the inbox is listed by. Worked out anew of the texts after each of their changes. */
export interface ConversationDoc {
  /** The lead, or the number where no lead has it. */
  _id: string;
  lead_id: Types.ObjectId | null;
  lead_name: string;
  customer_phone: string;
  user_id: Types.ObjectId | null;
  unread: number;
  /** 1 while `unread` is above 0 and somebody is to read it: what the inbox is sorted by first. */
  waits: Flag;
  last_id: Types.ObjectId;
  last_at: Date;
  /** What a search finds it by: the words of the name, and the number's digits. */
  words: string[];
  revision: number;
}

export function conversationModel(connection: Connection): Model<ConversationDoc> {
  const { ObjectId } = Schema.Types;
  const schema = new Schema<ConversationDoc>(
    {
      _id: String,
      lead_id: ObjectId,
      lead_name: String,
      customer_phone: String,
      user_id: ObjectId,
      unread: Number,
      waits: Number,
      last_id: ObjectId,
      last_at: Date,
      words: [String],
      revision: Number,
    },
    { collection: 'conversations', versionKey: false },
  );
  // The inbox, of all and of one user: find({ user_id? }).sort({ waits: -1, last_at: -1, _id: 1 }).
  schema.index({ waits: -1, last_at: -1, _id: 1 });
  schema.index({ user_id: 1, waits: -1, last_at: -1, _id: 1 });
  schema.index({ words: 1, waits: -1, last_at: -1, _id: 1 });
  return connection.model<ConversationDoc>('conversation', schema);
}
