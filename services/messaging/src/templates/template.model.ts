import { Schema, type Connection, type Model, type Types } from 'mongoose';

export interface TemplateFields {
  _id: Types.ObjectId;
  user_id: Types.ObjectId;
  title: string;
  text: string;
  /** As it is listed by. */
  sort_key: string;
}

export type SmsTemplateDoc = TemplateFields;
export interface EmailTemplateDoc extends TemplateFields {
  name: string;
}

const fields = { user_id: Schema.Types.ObjectId, title: String, text: String, sort_key: String };

/** The texts to choose from of a service's own connection. */
export function smsTemplateModel(connection: Connection): Model<SmsTemplateDoc> {
  const schema = new Schema<SmsTemplateDoc>(fields, { collection: 'smstemplates', versionKey: false });
  // A user's list: find({ user_id }).sort({ sort_key: 1, _id: 1 }).
  schema.index({ user_id: 1, sort_key: 1, _id: 1 });
  return connection.model<SmsTemplateDoc>('smstemplate', schema);
}

/** The e-mails to choose from of a service's own connection. */
export function emailTemplateModel(connection: Connection): Model<EmailTemplateDoc> {
  const schema = new Schema<EmailTemplateDoc>(
    { ...fields, name: String },
    { collection: 'emailtemplates', versionKey: false },
  );
  // As the texts.
  schema.index({ user_id: 1, sort_key: 1, _id: 1 });
  return connection.model<EmailTemplateDoc>('emailtemplate', schema);
}
