import type { Connection, Model } from 'mongoose';
import { partners } from '@crm/contracts/resources/partner.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

/** A company that delivers leads by call, with its key as a hash. */
export interface PartnerDoc extends StoredOf<typeof partners.fields> {
  /** SHA-256 of the key: the key is random, so nothing slower is needed to keep it. */
  key_hash: string;
}

/** The partners of a service's own connection. */
export function partnerModel(connection: Connection): Model<PartnerDoc> {
  return resourceModel<typeof partners.fields, PartnerDoc>(connection, partners, {
    more: { key_hash: String },
    indexes: [
      // Whose key came with a call: findOne({ key_hash, active }).
      [{ key_hash: 1 }, { unique: true }],
    ],
  });
}
