import { LRUCache } from 'lru-cache';
import { Types, type Connection } from 'mongoose';
import { insertNew } from '../mongo/store-errors.js';
import { newKey } from './aes-gcm.js';
import type { Kms, WrappedKey } from './kms.js';

/** The collection of data keys, in the database of each service that has some; backed up apart from all else. */
export const dataKeyCollection = 'datakeys';

/** The key of one owner: of a person's lead, or of an import. Without `key` it was destroyed. */
export interface DataKeyDoc {
  _id: Types.ObjectId;
  /** The master key that wrapped it. */
  by?: string;
  key?: string;
  destroyedAt?: Date;
}

/** A key, or what is left of one that was destroyed. */
export type DataKey = Buffer | 'destroyed';

/** Unwrapped keys that a process keeps, and for how long at the most. */
const [maxKept, keptMs] = [20_000, 10 * 60_000];
/** Keys of one call to the key service. */
const maxAtOnce = 500;

/** A document is encrypted and its key is not in the store: it was lost, not destroyed. */
export class DataKeyMissing extends Error {
  constructor(owner: string) {
    super(`The data key of ${owner} is missing: restore the backup of the data keys`);
    this.name = 'DataKeyMissing';
  }
}

/** Something was to be encrypted for an owner whose key was destroyed. */
export class DataKeyDestroyed extends Error {
  constructor(owner: string) {
    super(`The data key of ${owner} was destroyed`);
    this.name = 'DataKeyDestroyed';
  }
}

export interface DataKeys {
  /** The keys of these owners, of those that have or had one. */
  find(owners: Iterable<string>): Promise<ReadonlyMap<string, DataKey>>;
  /** The same to encrypt with: one that is missing is made. Throws `DataKeyDestroyed`. */
  forWriting(owners: Iterable<string>): Promise<ReadonlyMap<string, Buffer>>;
  /** Destroys keys for good: nothing that was encrypted under them is read again, in no copy and no backup. */
  destroy(owners: Iterable<string>, now: Date): Promise<void>;
}

const docOf = (owner: string, { by, text }: WrappedKey): DataKeyDoc => ({
  _id: new Types.ObjectId(owner),
  by,
  key: text,
});

/** The wrapped key of a document; undefined where it was destroyed. */
export const wrappedOf = ({ by, key }: DataKeyDoc): WrappedKey | undefined =>
  by === undefined || key === undefined ? undefined : { by, text: key };

/**
 * A key for each owner, random, wrapped by the master key and stored in a collection of its own. Owners are ids in hex.
 * Unwrapped keys are kept in memory for a while.
 */
export function createDataKeys(connection: Connection, kms: Kms): DataKeys {
  const collection = connection.collection<DataKeyDoc>(dataKeyCollection);
  /** As text of a byte a letter: a buffer of 32 bytes takes seven hundred, or is part of a larger one that stays with it. */
  const kept = new LRUCache<string, string>({ max: maxKept, ttl: keptMs });
  const keep = (owner: string, key: Buffer) => kept.set(owner, key.toString('latin1'));

  async function fetchKeys(owners: readonly string[]): Promise<Map<string, DataKey>> {
    const found = new Map<string, DataKey>();
    if (owners.length === 0) return found;
    const docs = await collection
      .find({ _id: { $in: owners.map((owner) => new Types.ObjectId(owner)) } })
      .toArray();
    const wrapped = docs.flatMap((doc) => {
      const key = wrappedOf(doc);
      const owner = doc._id.toHexString();
      if (key === undefined) found.set(owner, 'destroyed');
      return key === undefined ? [] : [{ owner, wrapped: key }];
    });
    for (let start = 0; start < wrapped.length; start += maxAtOnce) {
      const some = wrapped.slice(start, start + maxAtOnce);
      const keys = await kms.unwrap(some);
      for (const [index, { owner }] of some.entries()) {
        const key = keys[index];
        if (key === undefined) throw new DataKeyMissing(owner);
        keep(owner, key);
        found.set(owner, key);
      }
    }
    return found;
  }

  /** What is at hand of them, and the others. */
  function atHand(owners: Iterable<string>) {
    const found = new Map<string, Buffer>();
    const others = new Set<string>();
    for (const owner of owners) {
      const key = kept.get(owner);
      if (key === undefined) others.add(owner);
      else found.set(owner, Buffer.from(key, 'latin1'));
    }
    return { found, others: [...others] };
  }

  /** Makes keys; another process may have been first with some. */
  async function make(owners: readonly string[]): Promise<Map<string, Buffer>> {
    const keys = owners.map((owner) => ({ owner, key: newKey() }));
    const wrapped: WrappedKey[] = [];
    for (let start = 0; start < keys.length; start += maxAtOnce)
      wrapped.push(...(await kms.wrap(keys.slice(start, start + maxAtOnce))));
    const docs = wrapped.map((key, index) => docOf(owners[index] ?? '', key));
    const refused = new Set((await insertNew(collection, docs)).map(({ _id }) => String(_id)));
    const made = new Map(
      keys.flatMap(({ owner, key }) => (refused.has(owner) ? [] : [[owner, key] as const])),
    );
    for (const [owner, key] of made) keep(owner, key);
    return made;
  }

  return {
    find: async (owners) => {
      const { found, others } = atHand(owners);
      if (others.length === 0) return found;
      return new Map<string, DataKey>([...found, ...(await fetchKeys(others))]);
    },
    forWriting: async (owners) => {
      const { found, others } = atHand(owners);
      if (others.length === 0) return found;
      // Mostly they are new: an insert tells which are not.
      const made = await make(others);
      const fetched = await fetchKeys(others.filter((owner) => !made.has(owner)));
      const keys = new Map([...found, ...made]);
      for (const [owner, key] of fetched) {
        if (key === 'destroyed') throw new DataKeyDestroyed(owner);
        keys.set(owner, key);
      }
      return keys;
    },
    destroy: async (owners, now) => {
      const all = [...owners];
      for (const owner of all) kept.delete(owner);
      if (all.length === 0) return;
      await collection.bulkWrite(
        all.map((owner) => ({
          updateOne: {
            filter: { _id: new Types.ObjectId(owner) },
            update: { $set: { destroyedAt: now }, $unset: { by: 1 as const, key: 1 as const } },
            // Also where there was none: a backup may have one.
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },
  };
}
