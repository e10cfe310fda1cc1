import { Schema, type Connection, type Model } from 'mongoose';
import { identityProviders } from '@crm/contracts/resources/identity-provider.js';
import { aliveOnly } from '@crm/platform/outbox/outbox-fields.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';
import type { Sealed } from '../user/sealed.js';

/** An identity provider with its client secret, sealed, and the hash of its token for SCIM. */
export interface StoredProvider extends StoredOf<typeof identityProviders.fields> {
  client_secret?: Sealed;
  scim_hash?: string | null;
}

export const providerModel = (connection: Connection): Model<StoredProvider> =>
  resourceModel<typeof identityProviders.fields, StoredProvider>(connection, identityProviders, {
    collection: 'identity_providers',
    more: {
      client_secret: new Schema({ kid: String, iv: String, tag: String, data: String }, { _id: false }),
      scim_hash: String,
    },
    indexes: [
      // For whose token a request of SCIM carries.
      [{ scim_hash: 1 }, { partialFilterExpression: aliveOnly }],
    ],
  });
