import type { mongo, Types } from 'mongoose';

/** The id behind which a migration goes on. */
export type Cursor = Types.ObjectId | string;

/** What one batch did. */
export interface Batch {
  /** The last document that was looked at; undefined where there was none. */
  after: Cursor | undefined;
  /** How many were looked at. */
  documents: number;
  /** Whether there may be more behind it. */
  isMore: boolean;
}

/**
 * One change of what a collection stores. A list of them only grows at its end: what has run in one store is known by its
 * id there, and a collection's schema version by the highest that has run.
 */
export interface Migration {
  /** Names it in the store, in the log and on the System page; never changed once released. */
  id: string;
  collection: string;
  /** The schema version of the collection once it has run; each migration of a collection has the next one. */
  version: number;
  /**
   * `before` the new release is rolled out, where the release before reads and writes what it leaves behind as well. What that
   * one writes meanwhile is looked at in a second pass.
   * `after` the last process of the release before is gone, which could not read it: from then on that release does not
   * start on this store any more.
   */
  runs: 'before' | 'after';
  /**
   * Changes the next documents in the order of their ids, so that one that was changed before comes to no harm: a process that
   * was killed leaves a batch that is done again.
   */
  next: (after: Cursor | undefined) => Promise<Batch>;
}

/** A document as it is stored, past every model. */
export type Stored = mongo.Document & { _id: Cursor };

const usualBatchSize = 200;

/** The `next` of a migration that reads every document of a collection (`rawCollection`) a batch at a time. */
export function inBatches({
  collection,
  projection = {},
  size = usualBatchSize,
  change,
}: {
  collection: () => Pick<mongo.Collection<Stored>, 'find'>;
  projection?: mongo.Document;
  size?: number;
  change: (documents: readonly Stored[]) => Promise<void>;
}): Migration['next'] {
  return async (after) => {
    const documents = await collection()
      .find<Stored>(after === undefined ? {} : { _id: { $gt: after } }, { projection })
      .sort({ _id: 1 })
      .limit(size)
      .toArray();
    await change(documents);
    return {
      after: documents.at(-1)?._id ?? after,
      documents: documents.length,
      isMore: documents.length === size,
    };
  };
}

/** The `next` of a migration that has no documents to read, such as one of an index. */
export const atOnce =
  (act: () => Promise<void>): Migration['next'] =>
  async (after) => {
    await act();
    return { after, documents: 0, isMore: false };
  };

/** Up to which schema version a release knows each collection, by its migrations; others have version 0. */
export function knownVersions(
  migrations: readonly Pick<Migration, 'collection' | 'version'>[],
): ReadonlyMap<string, number> {
  const versions = new Map<string, number>();
  for (const { collection, version } of migrations)
    versions.set(collection, Math.max(version, versions.get(collection) ?? 0));
  return versions;
}

/**
 * The order in which migrations run: first what a roll-out waits for, then, with the release before gone, what that one may
 * have written meanwhile, and what it could not have read.
 */
export function passesOf(migrations: readonly Migration[]): {
  before: readonly Migration[];
  after: readonly Migration[];
} {
  return {
    before: migrations.filter(({ runs }) => runs === 'before'),
    after: migrations.map((each) =>
      each.runs === 'before' ? { ...each, id: `${each.id} (second pass)` } : each,
    ),
  };
}
