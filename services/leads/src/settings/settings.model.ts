import { Schema, type Connection, type Model } from 'mongoose';
import type { Flag } from '@crm/contracts/ids.js';

export const settingsId = 'settings';

/** What leads knows of the global settings, kept by events of auth's. */
export interface LeadSettingsDoc {
  _id: string;
  /** Whether new leads find an agent by themselves. */
  assignment: Flag;
  version: number;
}

/** The settings of a service's own connection: one document. */
export function leadSettingsModel(connection: Connection): Model<LeadSettingsDoc> {
  const schema = new Schema<LeadSettingsDoc>(
    { _id: String, assignment: Number, version: Number },
    { collection: 'settings', versionKey: false },
  );
  return connection.model<LeadSettingsDoc>('settings', schema);
}
