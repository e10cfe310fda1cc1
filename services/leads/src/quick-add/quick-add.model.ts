import { Schema, type Connection, type Model } from 'mongoose';

/** A form of the quick-add page that was sent: good for one lead, and counted among those of its hour. */
export interface QuickAddDoc {
  /** The id that its token bears; `quick-add:<id>` is the lead's external id. */
  _id: string;
  /** SHA-256 of what was sent: the same form with other values is another lead. */
  fingerprint: string;
  at: Date;
  forgetAt: Date;
}

/** The sent forms of a service's own connection. */
export function quickAddModel(connection: Connection): Model<QuickAddDoc> {
  const schema = new Schema<QuickAddDoc>(
    { _id: String, fingerprint: String, at: Date, forgetAt: Date },
    { collection: 'quick_adds', versionKey: false },
  );
  schema.index({ at: 1 });
  schema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<QuickAddDoc>('quick_add', schema);
}
