import type { Connection, mongo, Types } from 'mongoose';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { CarriedEntry } from '../audit/carried-entries.js';
import type { WaitingEvent } from './outbox-fields.js';

/** Documents cleared by one update: other users' reads pass in between. */
const clearedAtOnce = 50;
const tombstoneMs = 7 * 24 * 3600 * 1000;

/** A document with events to publish as it is stored, as far as the relay looks at it. */
export interface StoredDocument {
  _id: Types.ObjectId | string;
  version: number;
  outbox: readonly (WaitingEvent | Envelope)[];
  outboxAt?: Date;
  deletedAt?: Date | null;
  purgeAt?: Date;
}

/** An event of an outbox as it is read, with the audit entry that it carries. */
export interface OutboxEvent {
  id: string;
  event: Envelope;
  entry?: CarriedEntry;
}

/** The same with its events read. */
export type WaitingDocument = Omit<StoredDocument, 'outbox'> & { outbox: readonly OutboxEvent[] };

/** What the relay reads of a document. */
export const projection = { version: 1, outbox: 1, outboxAt: 1, deletedAt: 1 } as const;

/** The outboxes of one collection. */
export interface WaitingEvents {
  /**
   * Documents with events to publish, longest waiting first, without those named; with `until` only those that wait since
   * that instant or longer.
   */
  next(limit: number, without: readonly StoredDocument['_id'][], until?: Date): Promise<StoredDocument[]>;
  /** Those of the documents named that have events to publish. */
  byIds(ids: readonly StoredDocument['_id'][]): Promise<StoredDocument[]>;
  /** Since when the oldest event waits; an instant to come where all of them have time, null where none waits. */
  oldestAt(): Promise<Date | null>;
  /** How many documents have events to publish, counted up to `limit`, and since when the oldest waits. */
  count(limit: number): Promise<{ documents: number; oldestAt: Date | null }>;
  /**
   * Takes out what was sent: the first `sent` events of each document. Answers false where some of the documents had
   * changed meanwhile: what was sent is gone of these, too.
   */
  clear(sent: readonly { document: WaitingDocument; sent: number }[], now: Date): Promise<boolean>;
  /** Drops the tombstones whose last event went out a week ago. */
  purge(now: Date): Promise<number>;
}

export function waitingEvents(connection: Connection, name: string): WaitingEvents {
  const collection = connection.collection<StoredDocument>(name);
  /** Any instant is greater: this asks for the documents in the sparse index. */
  const waiting = { outboxAt: { $gt: new Date(0) } };

  const isAlive = (deletedAt: Date | null | undefined) => deletedAt === undefined || deletedAt === null;

  /** What becomes of a document whose outbox is empty: a tombstone gets its date. */
  function emptied({ deletedAt }: WaitingDocument, now: Date) {
    return {
      $unset: { outboxAt: 1 as const },
      ...(isAlive(deletedAt) ? {} : { $set: { purgeAt: new Date(now.getTime() + tombstoneMs) } }),
    };
  }

  /** Some documents of one version with as many events each, living or tombstones: one update clears them all. */
  function alike(whole: readonly { document: WaitingDocument }[]): WaitingDocument[][] {
    const groups = new Map<string, WaitingDocument[]>();
    for (const { document } of whole) {
      const { version, outbox, deletedAt } = document;
      const key = `${String(version)} ${String(outbox.length)} ${String(isAlive(deletedAt))}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [document]);
      else group.push(document);
    }
    return [...groups.values()].flatMap((group) =>
      Array.from({ length: Math.ceil(group.length / clearedAtOnce) }, (_, turn) =>
        group.slice(turn * clearedAtOnce, (turn + 1) * clearedAtOnce),
      ),
    );
  }

  function clearing(
    documents: readonly WaitingDocument[],
    now: Date,
  ): mongo.AnyBulkWriteOperation<StoredDocument>[] {
    const [first] = documents;
    if (first === undefined) return [];
    const { $set, $unset } = emptied(first, now);
    return [
      {
        updateMany: {
          // Whoever appends an event raises the version: where it stands, these are all the events there are.
          filter: {
            _id: { $in: documents.map(({ _id }) => _id) },
            version: first.version,
            outbox: { $size: first.outbox.length },
          },
          hint: { _id: 1 },
          update: { $unset, $set: { ...$set, outbox: [] } },
        },
      },
    ];
  }

  async function oldestAt(): Promise<Date | null> {
    const options = { sort: { outboxAt: 1 }, projection: { outboxAt: 1 } } as const;
    return (await collection.findOne(waiting, options))?.outboxAt ?? null;
  }

  return {
    next: async (limit, without, until) => {
      return collection
        .find({
          outboxAt: { ...waiting.outboxAt, ...(until === undefined ? {} : { $lte: until }) },
          ...(without.length === 0 ? {} : { _id: { $nin: [...without] } }),
        })
        .project<StoredDocument>(projection)
        .sort({ outboxAt: 1 })
        .limit(limit)
        .toArray();
    },

    byIds: (ids) =>
      collection
        .find({ _id: { $in: [...ids] }, ...waiting })
        .project<StoredDocument>(projection)
        .toArray(),

    oldestAt,

    count: async (limit) => {
      const [documents, oldest] = await Promise.all([
        collection.countDocuments(waiting, { limit }),
        oldestAt(),
      ]);
      return { documents, oldestAt: oldest };
    },

    clear: async (parts, now) => {
      const sent = parts.filter(({ sent: count }) => count > 0);
      if (sent.length === 0) return true;
      const whole = sent.filter(({ document, sent: count }) => count === document.outbox.length);
      const untouched = alike(whole).flatMap((documents) => clearing(documents, now));
      if (untouched.length > 0) {
        const { matchedCount } = await collection.bulkWrite(untouched, { ordered: false });
        if (matchedCount === sent.length) return true;
      }
      const step = sent.flatMap(
        ({ document, sent: count }): mongo.AnyBulkWriteOperation<StoredDocument>[] => {
          const { _id, outbox } = document;
          const ids = outbox.slice(0, count).map(({ id }) => id);
          return [
            {
              updateOne: {
                filter: { _id, 'outbox.id': { $in: ids } },
                update: { $pull: { outbox: { id: { $in: ids } } } },
              },
            },
            {
              updateOne: {
                filter: { _id, outbox: { $size: 0 }, outboxAt: { $gt: new Date(0) } },
                update: emptied(document, now),
              },
            },
          ];
        },
      );
      await collection.bulkWrite(step);
      return false;
    },

    purge: async (now) => {
      // A tombstone waits for its last event even where somebody set its date.
      const { deletedCount } = await collection.deleteMany({
        purgeAt: { $lte: now },
        outboxAt: { $exists: false },
      });
      return deletedCount;
    },
  };
}
