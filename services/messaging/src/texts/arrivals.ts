import type { Model } from 'mongoose';
import { createLanes } from '@crm/platform/bus/lanes.js';
import { joinedWrites } from '@crm/platform/mongo/joined-writes.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import type { OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { TextDoc } from './text.model.js';

type NewText = TextDoc & OutboxFields;

export interface Arrivals {
  /**
   * Stores a text that came in, once for each of the carrier's ids; settles when it is there. Those of one customer are
   * made and stored in the order in which they came, those of different ones in one write.
   */
  store(customer: string, make: () => NewText): Promise<void>;
}

export function createArrivals(texts: Model<TextDoc>): Arrivals {
  const customers = createLanes();
  const insert = joinedWrites<NewText>((docs) => insertNew(texts.collection, docs));
  return { store: (customer, make) => customers.run(customer, () => insert([make()])) };
}
