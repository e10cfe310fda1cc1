import type { Model } from 'mongoose';
import { createKeyedQueues } from '@crm/platform/bus/keyed-queue.js';
import { joinedWrites } from '@crm/platform/mongo/joined-writes.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { SenderDoc } from './sender.model.js';
import type { TextDoc } from '../text/text.model.js';

/** The place of a text among those of its customer. */
export type Place = Pick<TextDoc, 'createdAt'> & { arrival: number };

interface Arriving {
  customer: string;
  make: (place: Place) => TextDoc;
}

export interface Arrivals {
  /**
   * Stores a text that came in, once for each of the carrier's ids; settles when it is there. A text has its arrival
   * number by the write that stores it: the next one exists only behind it, whichever process stores that. Those that
   * come to one process are stored in the order in which they came, those of different customers in one write. `make` may
   * be called again where another process was faster.
   */
  store(customer: string, make: (place: Place) => TextDoc): Promise<void>;
}

interface Deps {
  texts: Model<TextDoc>;
  senders: Model<SenderDoc>;
  now: () => Date;
}

/** The place behind all texts of a customer, those that were erased and told of too. */
async function nextPlace({ texts, senders, now }: Deps, customer_phone: string): Promise<Place> {
  const [last, sender] = await Promise.all([
    texts
      .findOne({ customer_phone, arrival: { $gt: 0 } }, { arrival: 1, createdAt: 1 })
      .sort({ arrival: -1 })
      .lean<Pick<TextDoc, 'arrival' | 'createdAt'>>(),
    senders.findById(customer_phone, { published: 1 }).lean<Pick<SenderDoc, 'published'>>(),
  ]);
  const after = last === null ? 0 : last.createdAt.getTime() + 1;
  return {
    arrival: Math.max(last?.arrival ?? 0, sender?.published ?? 0) + 1,
    createdAt: new Date(Math.max(now().getTime(), after)),
  };
}

export function createArrivals(deps: Deps): Arrivals {
  const { texts } = deps;
  const customers = createKeyedQueues();

  /** Stores what can be stored now; answers what found its place taken. */
  async function storeNext(arriving: readonly Arriving[]): Promise<Arriving[]> {
    const places = await Promise.all(arriving.map(({ customer }) => nextPlace(deps, customer)));
    const made = new Map<TextDoc, Arriving>();
    for (const [index, each] of arriving.entries()) {
      const place = places[index];
      if (place !== undefined) made.set(each.make(place), each);
    }
    const refused = (await insertNew(texts.collection, [...made.keys()])) as TextDoc[];
    if (refused.length === 0) return [];
    const sids = refused.flatMap(({ message_sid }) => message_sid ?? []);
    const known = await texts.find({ message_sid: { $in: sids } }, { message_sid: 1 }).lean<TextDoc[]>();
    const isKnown = new Set(known.map(({ message_sid }) => message_sid));
    return refused.filter((doc) => !isKnown.has(doc.message_sid)).flatMap((doc) => made.get(doc) ?? []);
  }

  const insert = joinedWrites<Arriving>(async (arriving) => {
    let left: readonly Arriving[] = arriving;
    await retryOnConflict(async () => {
      left = await storeNext(left);
      return left.length === 0 || undefined;
    }, 'This conversation');
  });

  return { store: (customer, make) => customers.run(customer, () => insert([{ customer, make }])) };
}
