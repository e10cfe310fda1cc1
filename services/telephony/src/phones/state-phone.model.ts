import { Schema, type Connection, type Model } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import type { Flag } from '@crm/contracts/ids.js';

/** The number that leads of a state are called from, and the area codes that count as the state's own. */
export interface StatePhoneDoc {
  _id: StateCode;
  codes: string[];
  /** E.164; empty for none. */
  phone: string;
  /** Whether a call to this state begins by saying that it is recorded. */
  announce: Flag;
  version: number;
}

/** The state phones of a service's own connection. */
export function statePhoneModel(connection: Connection): Model<StatePhoneDoc> {
  const schema = new Schema<StatePhoneDoc>(
    { _id: String, codes: [String], phone: String, announce: Number, version: Number },
    { collection: 'statephones', versionKey: false },
  );
  // An area code belongs to one state alone. States without any are left out, or they would all share nothing.
  schema.index({ codes: 1 }, { unique: true, partialFilterExpression: { codes: { $gt: '' } } });
  // Whose number was called: find({ phone }).
  schema.index({ phone: 1 });
  return connection.model<StatePhoneDoc>('statephone', schema);
}
