import { Schema, type Connection, type Model } from 'mongoose';
import type { FactorRequirement } from '@crm/contracts/entities/factor-requirement.js';
import type { Settings } from '@crm/contracts/entities/user.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';

/** The one document of global settings. */
export interface StoredSettings extends OutboxFields, Settings {
  _id: 'settings';
  /** The days from which on each role was made to have a second factor: whose sessions have been ended for it. */
  second_factor_enforced?: FactorRequirement;
}

export function settingsModel(connection: Connection): Model<StoredSettings> {
  const text = { type: String };
  const schema = new Schema<StoredSettings>({
    _id: { type: String, required: true },
    assignment: { type: Number, enum: [0, 1], required: true },
    default_phone: text,
    default_text_message: text,
    default_text_message_es: text,
    default_voice_mail: text,
    wrap_up_seconds: Number,
    session_idle_minutes: Number,
    session_days: Number,
    supervision_seen: { type: Number, enum: [0, 1] },
    // A weight by the name of a source.
    source_weights: Schema.Types.Mixed,
    // A day by the name of a role.
    second_factor: Schema.Types.Mixed,
    second_factor_enforced: Schema.Types.Mixed,
  });
  addOutbox(schema);
  return connection.model<StoredSettings>('Settings', schema, 'settings');
}
