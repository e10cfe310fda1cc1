import type { Connection } from 'mongoose';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { isDuplicate } from '../mongo/store-errors.js';

/** Where a service writes down what its consumers could not handle. */
export const deliveriesCollection = 'deliveries';

/** After how long a failed delivery is tried again; when the last try fails too it is parked. */
export const retryDelaysMs = [1_000, 10_000, 60_000] as const;

/** How long a delivery may be under way before another process takes it for abandoned. */
const leaseMs = 60_000;

/** A message that a consumer could not handle, as its service writes it down (settled: Retries). */
export interface FailedDelivery {
  /** `<queue> <event id>`. */
  _id: string;
  queue: string;
  event: Envelope;
  state: 'waiting' | 'parked';
  /** How often it was tried since it first failed, or since somebody had it tried again. */
  attempts: number;
  /** When it is tried next; while it is under way, when others may take it over. */
  next: Date;
  reason: string;
  failedAt: Date;
}

export interface FailedDeliveries {
  index(): Promise<void>;
  /** Writes a failure down, to be tried again later. One that stands already stays. */
  add(event: Envelope, reason: string, now: Date): Promise<void>;
  /** Writes a message down that no second try can help before somebody looks at it. */
  addParked(event: Envelope, reason: string, now: Date): Promise<void>;
  /** When the next one is due; null where none waits. */
  nextDueAt(): Promise<Date | null>;
  /** Takes the next one that is due, so that no other replica tries it at the same time. */
  takeDue(now: Date): Promise<FailedDelivery | null>;
  /** Takes a parked one, with all its tries before it again. */
  revive(id: string, now: Date): Promise<FailedDelivery | null>;
  remove(id: string): Promise<void>;
  /** Writes another failure down. Answers whether the delivery is parked now. */
  failedAgain(delivery: FailedDelivery, reason: string, now: Date): Promise<boolean>;
  /** Parks it as it is. */
  park(delivery: FailedDelivery, reason: string, now: Date): Promise<void>;
  parked(page: { after?: string | undefined; limit: number }): Promise<FailedDelivery[]>;
  countParked(): Promise<number>;
  dropParked(id: string): Promise<FailedDelivery | null>;
  /** How many wait and are parked, and when the oldest of them failed first. */
  counts(): Promise<DeliveryCounts>;
}

/** What a service gave up on, in whichever queue, those included that it no longer has. */
export interface StoredDeliveries {
  /** By id, after the one named. */
  listParked(page: { after?: string | undefined; limit: number }): Promise<FailedDelivery[]>;
  findParked(id: string): Promise<FailedDelivery | null>;
  /** Answers whether there was one. */
  dropParked(id: string): Promise<boolean>;
}

export function storedDeliveries(connection: Connection): StoredDeliveries {
  const collection = connection.collection<FailedDelivery>(deliveriesCollection);
  return {
    listParked: ({ after, limit }) =>
      collection
        .find({ state: 'parked', ...(after === undefined ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    findParked: (id) => collection.findOne({ _id: id, state: 'parked' }),
    dropParked: async (id) => (await collection.deleteOne({ _id: id, state: 'parked' })).deletedCount === 1,
  };
}

/** What stands written down for one queue. */
export interface DeliveryCounts {
  waiting: number;
  parked: number;
  oldestAt: Date | null;
}

/** By connection: the queues of a service share a collection and its indexes. */
const indexed = new WeakMap<Connection, Promise<void>>();

function indexedOf(connection: Connection): Promise<void> {
  const known = indexed.get(connection);
  if (known !== undefined) return known;
  const made = connection
    .collection<FailedDelivery>(deliveriesCollection)
    .createIndexes([
      // For the worker: what is due. For the System page: what is parked, by id.
      { key: { queue: 1, state: 1, next: 1 } },
      // For counts: the oldest of a queue.
      { key: { queue: 1, failedAt: 1 } },
    ])
    .then(() => undefined);
  indexed.set(connection, made);
  // What could not be made is made when the next queue asks for it.
  made.catch(() => indexed.delete(connection));
  return made;
}

/** The failed deliveries of one queue, in the store of its service. */
export function failedDeliveries(connection: Connection, queue: string): FailedDeliveries {
  const collection = connection.collection<FailedDelivery>(deliveriesCollection);
  const idOf = (event: Envelope) => `${queue} ${event.id}`;

  async function insert(event: Envelope, rest: Omit<FailedDelivery, '_id' | 'queue' | 'event'>) {
    try {
      await collection.insertOne({ _id: idOf(event), queue, event, ...rest });
    } catch (error) {
      // It came twice and failed twice: one row, one row's worth of tries.
      if (!isDuplicate(error)) throw error;
    }
  }

  return {
    index: () => indexedOf(connection),
    add: (event, reason, now) =>
      insert(event, {
        state: 'waiting',
        attempts: 1,
        next: new Date(now.getTime() + retryDelaysMs[0]),
        reason,
        failedAt: now,
      }),
    addParked: (event, reason, now) =>
      insert(event, { state: 'parked', attempts: 1, next: now, reason, failedAt: now }),
    nextDueAt: async () => {
      const options = { sort: { next: 1 }, projection: { next: 1 } } as const;
      return (await collection.findOne({ queue, state: 'waiting' }, options))?.next ?? null;
    },
    takeDue: (now) =>
      collection.findOneAndUpdate(
        { queue, state: 'waiting', next: { $lte: now } },
        { $set: { next: new Date(now.getTime() + leaseMs) } },
        { sort: { next: 1 }, returnDocument: 'after' },
      ),
    revive: (id, now) =>
      collection.findOneAndUpdate(
        { _id: id, queue, state: 'parked' },
        { $set: { state: 'waiting', attempts: 0, next: new Date(now.getTime() + leaseMs) } },
        { returnDocument: 'after' },
      ),
    remove: async (id) => {
      await collection.deleteOne({ _id: id });
    },
    park: async ({ _id }, reason, now) => {
      await collection.updateOne({ _id }, { $set: { state: 'parked', reason, next: now } });
    },
    failedAgain: async (delivery, reason, now) => {
      const attempts = delivery.attempts + 1;
      const delay = retryDelaysMs[attempts - 1];
      await collection.updateOne(
        { _id: delivery._id },
        {
          $set:
            delay === undefined
              ? { state: 'parked', attempts, reason, next: now }
              : { attempts, reason, next: new Date(now.getTime() + delay) },
        },
      );
      return delay === undefined;
    },
    parked: ({ after, limit }) =>
      collection
        .find({ queue, state: 'parked', ...(after === undefined ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    countParked: () => collection.countDocuments({ queue, state: 'parked' }),
    dropParked: (id) => collection.findOneAndDelete({ _id: id, queue, state: 'parked' }),
    counts: async () => {
      const [waiting, parked, oldest] = await Promise.all([
        collection.countDocuments({ queue, state: 'waiting' }),
        collection.countDocuments({ queue, state: 'parked' }),
        collection.findOne({ queue }, { sort: { failedAt: 1 }, projection: { failedAt: 1 } }),
      ]);
      return { waiting, parked, oldestAt: oldest?.failedAt ?? null };
    },
  };
}
