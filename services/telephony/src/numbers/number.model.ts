import type { Connection, Model } from 'mongoose';
import { numbers } from '@crm/contracts/resources/number.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

/** How calls are placed from a number. */
interface NumberUse {
  /** Calls of `used_on`, a Pacific day. */
  used: number;
  used_on: string;
  /** Until when no other call is to show it; null where none does. */
  locked_until: Date | null;
  last_used_at: Date | null;
}

/**
 * A number of the carrier account that calls are placed from. Its calls, its state and who uses it are in no document: they
 * are counted and looked up when it is read.
 */
export interface NumberDoc extends StoredOf<typeof numbers.fields>, NumberUse {
  /** When the account is asked about it again. */
  check_at: Date;
}

/** The numbers on a service's own connection. */
export function numberModel(connection: Connection): Model<NumberDoc> {
  return resourceModel<typeof numbers.fields, NumberDoc>(connection, numbers, {
    more: { used: Number, used_on: String, locked_until: Date, last_used_at: Date, check_at: Date },
    indexes: [
      // Those near a customer: find({ area_code: { $in } }).
      [{ area_code: 1 }],
      // Which the account is to be asked about: find({ check_at: { $lte } }).
      [{ check_at: 1 }],
    ],
  });
}
