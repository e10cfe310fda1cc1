import type { Connection, Model } from 'mongoose';
import { apiKeys } from '@crm/contracts/resources/api-key.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

/** An API key; of the key itself the hash of its secret. */
export interface ApiKeyDoc extends StoredOf<typeof apiKeys.fields> {
  key_hash: string;
}

/** The API keys of a service's own connection. */
export const apiKeyModel = (connection: Connection): Model<ApiKeyDoc> =>
  resourceModel<typeof apiKeys.fields, ApiKeyDoc>(connection, apiKeys, {
    more: { key_hash: String },
    indexes: [],
  });
