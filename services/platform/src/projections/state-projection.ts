import type { Connection, Model, mongo, Types } from 'mongoose';
import { joinedWrites } from '../mongo/joined-writes.js';
import { insertNew, isDuplicate } from '../mongo/store-errors.js';

type Id = Types.ObjectId | string;

/** A row of a projection as the store sees it. */
interface Row {
  _id: Id;
  /** Set on what is left of a row whose record is gone. */
  goneAt?: Date | null;
  [field: string]: unknown;
}

/**
 * What an event or a snapshot states of a record. `guard` names the row's field that holds the sequence at which these
 * fields stand: fields that are told by events of another subject (a user's presence) have a guard of their own.
 */
export interface Stated<D> {
  guard: keyof D & string;
  sequence: number;
  set: Partial<D>;
}

/** The whole of a record: every part of it, and what it is made with where there is no row yet. */
export interface StatedRecord<D> {
  id: Id;
  parts: readonly Stated<D>[];
}

/** The rows of a service that mirror another service's records. */
export interface StateProjection<D> {
  /**
   * Writes records down, each part unless a newer state of it is known; a record without a row gets one. Doing it
   * again changes nothing, whatever came between.
   */
  put(records: readonly StatedRecord<D>[]): Promise<void>;
  /**
   * Writes one part of a record down, unless a newer state of it is known. Answers what its fields were before, where they
   * stood at an older sequence; undefined where this state or a newer one was known. Throws `NotKnownYet` where the record
   * has no row, so that the delivery is tried again once the event that makes it has come.
   */
  change(id: Id, part: Stated<D>): Promise<Partial<D> | undefined>;
  /**
   * The same where nobody asks what was before: parts that come at the same time are written together. Throws `NotKnownYet`
   * as `change` does.
   */
  note(id: Id, part: Stated<D>): Promise<void>;
  /**
   * Empties the row of a record that is gone; what is left of it keeps earlier events from bringing the record back.
   * Reads leave such rows out by `stillThere`. A later sequence (a record that was restored) fills it again.
   */
  forget(id: Id, sequence: number, now: Date): Promise<void>;
}

/** The part of a filter that leaves out rows whose record is gone; a model that forgets names `goneAt` in its schema. */
export const stillThere = { goneAt: null } as const;

/** An event about a record that the projection has not heard of. */
export class NotKnownYet extends Error {
  constructor(collection: string, id: Id) {
    super(`${collection} has no ${String(id)} yet`);
    this.name = 'NotKnownYet';
  }
}

/** Nothing newer is known; what is gone comes back by a later sequence alone, not by the one it went with. */
const unlessNewer = (guard: string, sequence: number) => ({
  $nor: [{ [guard]: { $gt: sequence } }, { [guard]: sequence, goneAt: { $gt: new Date(0) } }],
});

const fieldsOf = <D>({ guard, sequence, set }: Stated<D>): Record<string, unknown> => ({
  ...set,
  [guard]: sequence,
});

/** Whether a record was told of as it was made: where it has no row one insert makes it. */
const isFirst = <D>({ parts }: StatedRecord<D>) => parts.every(({ sequence }) => sequence === 1);

/**
 * A projection of state (settled: Order and once): its rows stand at the sequence of the events that they were read
 * from, an older event changes nothing, an equal one says the same again. Snapshots and events may therefore be taken in
 * any order and at the same time. `guards` are all fields that hold a sequence.
 */
export function stateProjection<D extends { _id: Id }>(options: {
  connection: Connection;
  collection: string;
  guards: readonly (keyof D & string)[];
}): StateProjection<D> {
  const { connection, collection: name, guards } = options;
  const collection = connection.collection<Row>(name);

  const wholeOf = ({ parts }: StatedRecord<D>): Record<string, unknown> =>
    Object.assign({}, ...parts.map(fieldsOf)) as Record<string, unknown>;

  function writesOf(record: StatedRecord<D>): mongo.AnyBulkWriteOperation<Row>[] {
    const { id, parts } = record;
    return [
      { updateOne: { filter: { _id: id }, update: { $setOnInsert: wholeOf(record) }, upsert: true } },
      ...parts.map((part) => ({
        updateOne: {
          filter: { _id: id, ...unlessNewer(part.guard, part.sequence) },
          update: { $set: fieldsOf(part), $unset: { goneAt: 1 as const } },
        },
      })),
    ];
  }

  /** Two replicas may make one row at the same time: whoever comes second finds it there the next time. */
  async function again<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return write();
    }
  }

  /** Makes the rows of records that are new, in one insert; answers those that have one already. */
  async function insertFresh(records: readonly StatedRecord<D>[]): Promise<ReadonlySet<StatedRecord<D>>> {
    const rows = new Map(records.map((record) => [{ ...wholeOf(record), _id: record.id }, record]));
    const refused = await insertNew<Row>(collection, [...rows.keys()]);
    return new Set(refused.flatMap((row) => rows.get(row) ?? []));
  }

  /** Events of many records come at the same time, each by itself: one write takes what came during the one before. */
  const write = joinedWrites<StatedRecord<D>>(async (records) => {
    const known = await insertFresh(records.filter(isFirst));
    const writes = records.filter((record) => known.has(record) || !isFirst(record)).flatMap(writesOf);
    if (writes.length > 0) await again(() => collection.bulkWrite(writes));
  });

  async function change(id: Id, part: Stated<D>): Promise<Partial<D> | undefined> {
    const fields = fieldsOf(part);
    const before = await collection.findOneAndUpdate(
      // What is gone stays gone: a part alone does not make a record.
      { _id: id, ...stillThere, ...unlessNewer(part.guard, part.sequence) },
      { $set: fields },
      {
        returnDocument: 'before',
        projection: Object.fromEntries(Object.keys(fields).map((field) => [field, 1])),
      },
    );
    if (before !== null) return before[part.guard] === part.sequence ? undefined : (before as Partial<D>);
    const row = await collection.findOne({ _id: id }, { projection: { _id: 1 } });
    if (row === null) throw new NotKnownYet(name, id);
    return undefined;
  }

  const note = joinedWrites<{ id: Id; part: Stated<D> }>(async (notes) => {
    const [only, ...others] = notes;
    if (only === undefined) return;
    if (others.length === 0) {
      await change(only.id, only.part);
      return;
    }
    const { matchedCount } = await collection.bulkWrite(
      notes.map(({ id, part }) => ({
        updateOne: {
          filter: { _id: id, ...stillThere, ...unlessNewer(part.guard, part.sequence) },
          update: { $set: fieldsOf(part) },
        },
      })),
    );
    // Some are older than what stands, or are of records that are not known yet: each by itself tells.
    if (matchedCount < notes.length) throw new Error('Some of it could not be written together');
  });

  return {
    put: async (records) => {
      if (records.length > 0) await write(records);
    },
    change,
    note: (id, part) => note([{ id, part }]),
    forget: async (id, sequence, now) => {
      const left = { ...Object.fromEntries(guards.map((guard) => [guard, sequence])), goneAt: now };
      const newer = guards.map((guard) => ({ [guard]: { $gt: sequence } }));
      await again(() => collection.updateOne({ _id: id }, { $setOnInsert: left }, { upsert: true }));
      await collection.replaceOne({ _id: id, ...stillThere, $nor: newer }, left);
    },
  };
}

/** The projection that fills a model's collection; one guard, `version`, unless said otherwise. */
export function projectionOf<D extends { _id: Id; version: number }>(
  model: Model<D>,
  guards: readonly (keyof D & string)[] = ['version'],
): StateProjection<D> {
  return stateProjection<D>({ connection: model.db, collection: model.collection.name, guards });
}
