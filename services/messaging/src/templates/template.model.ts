import type { Connection, Model } from 'mongoose';
import { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

export type SmsTemplateDoc = StoredOf<typeof smsTemplates.fields>;
export type EmailTemplateDoc = StoredOf<typeof emailTemplates.fields>;

/** The texts to choose from of a service's own connection. */
export const smsTemplateModel = (connection: Connection): Model<SmsTemplateDoc> =>
  resourceModel(connection, smsTemplates, { more: {}, indexes: [], collection: 'smstemplates' });

/** The e-mails to choose from of a service's own connection. */
export const emailTemplateModel = (connection: Connection): Model<EmailTemplateDoc> =>
  resourceModel(connection, emailTemplates, { more: {}, indexes: [], collection: 'emailtemplates' });
