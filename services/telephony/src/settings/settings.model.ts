import { Schema, type Connection, type Model } from 'mongoose';
import type { Settings } from '@crm/contracts/entities/user.js';

export const settingsId = 'settings';

/** What telephony knows of the global settings, kept by events of auth's. */
export interface TelephonySettingsDoc extends Settings {
  _id: string;
  version: number;
}

/** The settings of a service's own connection: one document. */
export function telephonySettingsModel(connection: Connection): Model<TelephonySettingsDoc> {
  const schema = new Schema<TelephonySettingsDoc>(
    {
      _id: String,
      assignment: Number,
      default_phone: String,
      default_text_message: String,
      default_voice_mail: String,
      version: Number,
    },
    { collection: 'settings', versionKey: false },
  );
  return connection.model<TelephonySettingsDoc>('settings', schema);
}
