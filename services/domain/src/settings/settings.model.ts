import { Schema, type Connection, type Model } from 'mongoose';
import type { Settings } from '@crm/contracts/entities/user.js';

export const settingsId = 'settings';

/** Projection of auth's global settings. */
export interface KnownSettingsDoc extends Settings {
  _id: string;
  version: number;
}

/** The settings of a service's own connection: one document. */
export function knownSettingsModel(connection: Connection): Model<KnownSettingsDoc> {
  const schema = new Schema<KnownSettingsDoc>(
    {
      _id: String,
      assignment: Number,
      default_phone: String,
      default_text_message: String,
      default_text_message_es: String,
      default_voice_mail: String,
      wrap_up_seconds: Number,
      supervision_seen: Number,
      session_idle_minutes: Number,
      session_days: Number,
      // A day by the name of a role.
      second_factor: Schema.Types.Mixed,
      source_weights: Schema.Types.Mixed,
      version: Number,
    },
    { collection: 'settings', versionKey: false },
  );
  return connection.model<KnownSettingsDoc>('settings', schema);
}
