import { Schema, type Connection, type Model, type Types } from 'mongoose';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** What became of the text to whoever called. */
export interface CallbackText {
  /**
   * wanted: to be sent, if the rules let it. sending: under way; found so after a crash nobody knows whether it went
   * out, and it is not sent again. The others are over.
   */
  state: 'wanted' | 'sending' | 'sent' | 'not-sent' | 'failed' | 'unknown';
  /** When it is looked at next; null once it is over. */
  at: Date | null;
  /** Why it was not sent, or failed. */
  reason: string;
  message_sid: string | null;
}

/** A call that nobody took. Its id is its call's. */
export interface MissedCallDoc extends OutboxFields {
  _id: Types.ObjectId;
  /** E.164, or `anonymous`. */
  number: string;
  /** Our number that was called. */
  called: string;
  updated: Date;
  lead_id: Types.ObjectId | null;
  lead_name: string;
  /** As it is sorted by. */
  lead_key: string;
  /** What a search finds it by: the words of the name, and the number's digits. */
  words: string[];
  /** Whose it is; null where it was for nobody in particular. */
  user_id: Types.ObjectId | null;
  text: CallbackText;
}

/** The missed calls of a service's own connection. */
export function missedCallModel(connection: Connection): Model<MissedCallDoc> {
  const { ObjectId, Mixed } = Schema.Types;
  const schema = new Schema<MissedCallDoc>(
    {
      number: String,
      called: String,
      updated: Date,
      lead_id: ObjectId,
      lead_name: String,
      lead_key: String,
      words: [String],
      user_id: ObjectId,
      text: Mixed,
    },
    { collection: 'missedcalls' },
  );
  addOutbox(schema);
  // The table by its columns: all, or a user's own and those of nobody: find({ user_id? }).sort({ column, _id }).
  schema.index({ updated: -1, _id: -1 });
  schema.index({ user_id: 1, updated: -1, _id: -1 });
  schema.index({ number: 1, _id: 1 });
  schema.index({ lead_key: 1, _id: 1 });
  schema.index({ words: 1, updated: -1, _id: -1 });
  // All of a lead's when it is deleted.
  schema.index({ lead_id: 1 });
  // Whose text is due.
  schema.index({ 'text.at': 1 }, { sparse: true });
  return connection.model<MissedCallDoc>('missedcall', schema);
}

/** When a number was texted last because nobody took its call: once in a while is enough. */
export interface TextedNumberDoc {
  /** The number. */
  _id: string;
  at: Date;
  /** The call whose text it was. */
  call_id: Types.ObjectId;
}

export function textedNumberModel(connection: Connection): Model<TextedNumberDoc> {
  const schema = new Schema<TextedNumberDoc>(
    { _id: String, at: Date, call_id: Schema.Types.ObjectId },
    { collection: 'textednumbers', versionKey: false },
  );
  // The store drops what holds nobody back any more.
  schema.index({ at: 1 }, { expireAfterSeconds: 2 * 24 * 3600 });
  return connection.model<TextedNumberDoc>('textednumber', schema);
}
