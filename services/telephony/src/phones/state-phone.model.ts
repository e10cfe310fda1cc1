import { Schema, type Connection, type Model } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { statePhones } from '@crm/contracts/resources/state-phone.js';
import { addOutbox, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import { storedTypes, type StoredFields } from '@crm/platform/resources/stored-record.js';

/** The number that leads of a state are called from, and the area codes that count as the state's own. */
export interface StatePhoneDoc extends StoredFields<typeof statePhones.fields>, OutboxFields {
  _id: StateCode;
  /** Who changed it last; missing where nobody has. */
  changed_by?: string;
}

/** The state phones of a service's own connection. */
export function statePhoneModel(connection: Connection): Model<StatePhoneDoc> {
  const schema = new Schema<StatePhoneDoc>(
    { _id: String, ...storedTypes(statePhones.fields), changed_by: String },
    { collection: 'statephones' },
  );
  addOutbox(schema);
  // An area code belongs to one state alone. States without any are left out, or they would all share nothing.
  schema.index({ codes: 1 }, { unique: true, partialFilterExpression: { codes: { $gt: '' } } });
  // Whose number was called: find({ phone }).
  schema.index({ phone: 1 });
  return connection.model<StatePhoneDoc>('statephone', schema);
}
