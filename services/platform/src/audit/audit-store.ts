import { randomUUID } from 'node:crypto';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { isDuplicate } from '../mongo/store-errors.js';
import { chained, noHash, type AuditedAction, type AuditEntry, type AuditOutcome } from './audit-entry.js';

export const auditCollection = 'audit_entries';
export const auditStateCollection = 'audit_state';
/** What users read in an hour (reading-pace.ts); forgotten an hour later. */
export const readingsCollection = 'audit_readings';
/** Their writes leave nothing to be done. */
export const auditCollections = [
  auditCollection,
  auditStateCollection,
  'audit_alarms',
  readingsCollection,
] as const;

/** An entry of the chain by its place and its hash. */
export interface ChainLink {
  seq: number;
  hash: string;
}

/**
 * What is saved beside the chain: `head`, its last entry, so that one that is missing at the end is missed; `anchor`, the
 * last of the oldest entries that were deleted; `export`, the last entry that was sent elsewhere.
 */
interface StateDoc extends ChainLink {
  _id: 'head' | 'anchor' | 'export';
}

/** The indexes of the log: one for each way to narrow it, all by time. What was not done is rare: it alone is in its index. */
const indexes: mongo.IndexDescription[] = [
  { key: { at: -1, _id: -1 } },
  { key: { subjects: 1, at: -1, _id: -1 } },
  { key: { actor_id: 1, at: -1, _id: -1 } },
  { key: { action: 1, at: -1, _id: -1 } },
  { key: { address: 1, at: -1, _id: -1 } },
  {
    key: { outcome: 1, at: -1, _id: -1 },
    partialFilterExpression: { outcome: { $in: ['denied', 'failed'] satisfies AuditOutcome[] } },
  },
];

export interface AuditStore {
  /** Makes the log's indexes; `buildIndexes` and the start of a service do. */
  index(): Promise<void>;
  /**
   * Appends actions behind whatever is last by then, whichever process wrote it, and answers how many of them are stored:
   * all, unless it throws. Asked again with the same actions after a failure it finds those that had been stored.
   */
  append(actions: readonly AuditedAction[]): Promise<AuditEntry[]>;
  /** Whether the log has an entry of that action of that request. */
  isEntered(action: Pick<AuditedAction, 'action' | 'at' | 'correlation_id'>): Promise<boolean>;
  /** Notes the chain's last entry; an older one than is noted changes nothing. */
  saveState(id: StateDoc['_id'], link: ChainLink): Promise<void>;
  state(id: StateDoc['_id']): Promise<ChainLink | undefined>;
}

export function auditStore(connection: Connection): AuditStore {
  const entries = connection.collection<AuditEntry>(auditCollection);
  const states = connection.collection<StateDoc>(auditStateCollection);
  const writer = randomUUID();
  let head: ChainLink | undefined;
  /** What was sent to the store without an answer. */
  let uncertain: AuditEntry[] = [];

  async function state(id: StateDoc['_id']): Promise<ChainLink | undefined> {
    const found = await states.findOne({ _id: id });
    return found === null ? undefined : { seq: found.seq, hash: found.hash };
  }

  async function readHead(): Promise<ChainLink> {
    const [last] = await entries
      .find({}, { projection: { hash: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    if (last !== undefined) return { seq: last._id, hash: last.hash };
    return (await state('anchor')) ?? { seq: 0, hash: noHash };
  }

  /** Those of the entries that are in the chain: the hash says that it is this very one. */
  async function storedOf(sent: readonly AuditEntry[]): Promise<AuditEntry[]> {
    if (sent.length === 0) return [];
    const ids = sent.map(({ _id }) => _id);
    const found = await entries.find({ _id: { $in: ids } }, { projection: { hash: 1 } }).toArray();
    const hashes = new Set(found.map(({ hash }) => hash));
    return sent.filter(({ hash }) => hashes.has(hash));
  }

  return {
    index: async () => {
      await entries.createIndexes(indexes);
      await connection.collection(readingsCollection).createIndex({ forgetAt: 1 }, { expireAfterSeconds: 0 });
    },
    append: async (actions) => {
      const done = await storedOf(uncertain);
      if (uncertain.length > 0) head = undefined;
      uncertain = [];
      for (;;) {
        const left = actions.slice(done.length);
        if (left.length === 0) return done;
        head ??= await readHead();
        const next = chained(left, head, writer);
        uncertain = [...done, ...next];
        try {
          await entries.insertMany(next, { ordered: true });
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          // Another process was faster: the rest follows what it wrote.
          done.push(...(await storedOf(next)));
          head = undefined;
          continue;
        }
        const last = next.at(-1);
        if (last !== undefined) head = { seq: last._id, hash: last.hash };
        uncertain = [];
        return [...done, ...next];
      }
    },
    isEntered: async ({ action, at, correlation_id }) =>
      (await entries.findOne({ action, at, correlation_id }, { projection: { _id: 1 } })) !== null,
    state,
    saveState: async (id, { seq, hash }) => {
      try {
        await states.updateOne({ _id: id, seq: { $lt: seq } }, { $set: { seq, hash } }, { upsert: true });
      } catch (error) {
        // A later one is noted already: the upsert found its id taken.
        const isLater = error instanceof mongoose.mongo.MongoServerError && isDuplicate(error);
        if (!isLater) throw error;
      }
    },
  };
}
