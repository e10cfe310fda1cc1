import type { Connection, Model } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { statePhones } from '@crm/contracts/resources/state-phone.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

/** The number that leads of a state are called from, and the area codes that count as the state's own. */
export type StatePhoneDoc = StoredOf<typeof statePhones.fields, StateCode>;

/** The state phones of a service's own connection. */
export function statePhoneModel(connection: Connection): Model<StatePhoneDoc> {
  return resourceModel<typeof statePhones.fields, StatePhoneDoc>(connection, statePhones, {
    collection: 'statephones',
    more: {},
    indexes: [
      // An area code belongs to one state alone. States without any are left out, or they would all share nothing.
      [{ codes: 1 }, { unique: true, partialFilterExpression: { codes: { $gt: '' } } }],
      // Whose number was called: find({ phone }).
      [{ phone: 1 }],
    ],
  });
}
