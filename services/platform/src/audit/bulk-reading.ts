import type { Connection } from 'mongoose';
import type { BulkReading, BulkReadingKind } from '@crm/contracts/http/system.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { isDuplicate } from '../mongo/store-errors.js';
import type { AuditedAction, AuditEntry } from './audit-entry.js';
import { auditCollection } from './audit-store.js';
import { ownEntry } from './own-entry.js';

/** An alarm that stands: of a user there is one, until an admin acknowledges it. */
interface AlarmDoc {
  /** The user's id. */
  _id: string;
  user_fullname: string;
  first_at: Date;
  last_at: Date;
  records: number;
  /** Missing in one from before there were others. */
  kind?: BulkReadingKind;
}

/** Who read what made an alarm, and by which request. */
type Culprit = Pick<AuditEntry, 'actor_id' | 'actor_name' | 'address' | 'correlation_id' | 'at'>;

export const bulkReadingWindowMs = 10_000;

/** A process asks the store once a user opened this part of the limit here in the window: others may have served the rest. */
const shareOfLimit = 6;
const maxReaders = 10_000;

export interface BulkReadingAlarm {
  /** Looks at entries that were stored; raises the alarm where one of their actors opened too many records. */
  look(entries: readonly AuditEntry[]): void;
  /** Raises the alarm about a user, or brings the one that stands up to date. */
  report(culprit: Culprit, kind: BulkReadingKind, records: number): Promise<void>;
  standing(): Promise<BulkReading[]>;
  /** Answers whether there was an alarm of that user. */
  acknowledge(userId: string): Promise<boolean>;
  /** Resolves when what was looked at is decided. */
  idle(): Promise<void>;
}

/**
 * Notices who opens `limit` whole records within ten seconds, over all processes of the service: counts cheaply in memory and
 * asks the log itself. An alarm is an entry, a metric and a row on the System page; while one stands, more reading of the same
 * user only brings it up to date.
 */
export function createBulkReadingAlarm(options: {
  connection: Connection;
  clock: Clock;
  log: Logger;
  limit: number;
  /** Told of each alarm that is new. */
  bulkReading: () => void;
  /** Leaves the alarm's own entry. */
  enter: (action: AuditedAction) => void;
}): BulkReadingAlarm {
  const { connection, clock, log, limit, bulkReading, enter } = options;
  const alarms = connection.collection<AlarmDoc>('audit_alarms');
  const entries = connection.collection<AuditEntry>(auditCollection);
  /** When each actor last opened records here, as often as makes the store worth asking. */
  const opened = new Map<string, Date[]>();
  const looking = new Set<Promise<void>>();
  const share = Math.max(1, Math.ceil(limit / shareOfLimit));

  /** Whether an actor opened so many records here in the window that ends with an entry, that with other processes' it may be too many. */
  function isWorthAsking({ actor_id, at }: AuditEntry): boolean {
    if (opened.size >= maxReaders && !opened.has(actor_id)) opened.clear();
    const last = [...(opened.get(actor_id) ?? []), at].slice(-share);
    opened.set(actor_id, last);
    const [first] = last;
    return (
      last.length === share && first !== undefined && at.getTime() - first.getTime() < bulkReadingWindowMs
    );
  }

  /** How many different records an actor opened in the window that ends with an entry. */
  async function countOpened(actorId: string, last: Date): Promise<number> {
    const from = new Date(last.getTime() - bulkReadingWindowMs);
    const found = await entries
      .find(
        { actor_id: actorId, at: { $gt: from, $lte: last }, full_record: true },
        { projection: { subjects: 1 } },
      )
      .sort({ at: -1, _id: -1 })
      .limit(10 * limit)
      .toArray();
    return new Set(found.flatMap(({ subjects }) => subjects)).size;
  }

  /** Whether the alarm is new. */
  async function raise(
    { actor_id, actor_name, at }: Culprit,
    kind: BulkReadingKind,
    records: number,
  ): Promise<boolean> {
    const standing = await alarms.updateOne({ _id: actor_id }, { $set: { last_at: at }, $max: { records } });
    if (standing.matchedCount > 0) return false;
    try {
      await alarms.insertOne({
        _id: actor_id,
        user_fullname: actor_name,
        first_at: at,
        last_at: at,
        records,
        kind,
      });
      return true;
    } catch (error) {
      // Another process noticed it in the same moment.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async function decide(entry: AuditEntry): Promise<void> {
    const records = await countOpened(entry.actor_id, entry.at);
    if (records >= limit) await report(entry, 'opened', records);
  }

  async function report(culprit: Culprit, kind: BulkReadingKind, records: number): Promise<void> {
    if (!(await raise(culprit, kind, records))) return;
    bulkReading();
    const { actor_id, actor_name, address, correlation_id } = culprit;
    log.warn({ userId: actor_id, kind, records }, 'bulk reading');
    enter(
      ownEntry({
        ...{ at: clock.now(), actor_id, actor_name, address, correlation_id },
        ...{ action: 'alarm.bulk-reading', subjects: [`user/${actor_id}`] },
        changes: [
          { field: 'kind', before: null, after: kind },
          { field: 'records', before: null, after: String(records) },
        ],
      }),
    );
  }

  return {
    look: (stored) => {
      // Of one actor's entries that were stored together the last one's window is asked about.
      const asked = new Map<string, AuditEntry>();
      for (const entry of stored)
        if (entry.full_record && isWorthAsking(entry)) asked.set(entry.actor_id, entry);
      for (const entry of asked.values()) {
        const look = decide(entry)
          .catch((error: unknown) => {
            log.error({ err: error }, 'bulk reading could not be decided');
          })
          .finally(() => looking.delete(look));
        looking.add(look);
      }
    },
    report,
    standing: async () =>
      (await alarms.find().sort({ last_at: -1 }).limit(100).toArray()).map(
        ({ _id, first_at, last_at, kind = 'opened', ...alarm }) => ({
          user_id: _id,
          ...alarm,
          kind,
          first_at: first_at.toISOString(),
          last_at: last_at.toISOString(),
        }),
      ),
    acknowledge: async (userId) => (await alarms.deleteOne({ _id: userId })).deletedCount > 0,
    idle: async () => {
      await Promise.all(looking);
    },
  };
}
