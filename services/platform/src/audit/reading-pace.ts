import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Clock } from '../clock.js';
import { tooMany } from '../errors/app-error.js';
import type { Logger } from '../log/logger.js';
import { isDuplicate } from '../mongo/store-errors.js';
import { readingsCollection } from './audit-store.js';
import {
  limitFor,
  readingWindowMs,
  takeReadingTurn,
  windowOf,
  type ReadingKind,
  type ReadingLimits,
  type SlowedReads,
} from './reading-pace.rules.js';

/** What one user read in an hour, over all processes. */
interface ReadingDoc {
  /** `<user>/<kind>/<hour>` */
  _id: string;
  records: number;
  /** Set by the process that raised the alarm. */
  raised?: true;
  forgetAt: Date;
}

/** Who reads, and by which request: what an alarm says of it. */
export interface Reader {
  actor: Actor;
  address: string;
  correlationId: string;
}

export interface ReadingPace {
  /** Waits for the turn of somebody who reads far more than work needs. Throws `too_many` where that is too far off. */
  admit(actor: Actor, kind: ReadingKind): Promise<void>;
  /** Counts the records of an answer; those that were counted in this hour before count no more. */
  count(reader: Reader, kind: ReadingKind, ids: readonly string[]): void;
  /** Resolves when what was counted is shared and decided. */
  idle(): Promise<void>;
}

/** A process shares what it counted once it is this part of the limit. */
const shareOfLimit = 10;
const maxReaders = 10_000;

interface Readings {
  window: number;
  seen: Set<string>;
  shared: number;
  /** Of all processes, as of the last time it was shared. */
  total: number;
  slowed?: SlowedReads | undefined;
}

/**
 * Notices who reads more different records in an hour than work needs, whether opened one by one or paged through in
 * lists: raises the alarm and slows down whatever they read until the hour is over. Counts in memory and shares it
 * through the store now and then, so that a read costs nothing and several processes count together.
 */
export function createReadingPace(options: {
  connection: Connection;
  clock: Clock;
  log: Logger;
  limits: ReadingLimits;
  /** Raises the alarm about a reader. */
  raise: (reader: Reader, kind: ReadingKind, records: number) => Promise<void>;
  /** Stands in for the time that a slowed read waits. */
  wait?: (ms: number) => Promise<void>;
}): ReadingPace {
  const { connection, clock, log, limits, raise, wait = (ms: number) => pause(ms) } = options;
  const shared = connection.collection<ReadingDoc>(readingsCollection);
  const readers = new Map<string, Readings>();
  const sharing = new Set<Promise<void>>();

  const keyOf = ({ id }: Actor, kind: ReadingKind) => `${id}/${kind}`;
  const limitOf = ({ role }: Actor, kind: ReadingKind) => limitFor(limits, kind, role === roles.admin);

  function readingsOf(key: string): Readings {
    const window = windowOf(clock.now());
    const known = readers.get(key);
    if (known?.window === window) return known;
    if (readers.size >= maxReaders) readers.clear();
    const fresh: Readings = { window, seen: new Set(), shared: 0, total: 0 };
    readers.set(key, fresh);
    return fresh;
  }

  /** Adds to what all processes counted; answers their sum. */
  async function add(id: string, records: number, window: number): Promise<number> {
    const update = {
      $inc: { records },
      $set: { forgetAt: new Date((window + 2) * readingWindowMs) },
    };
    const upsert = { upsert: true, returnDocument: 'after' } as const;
    const stored = await shared
      .findOneAndUpdate({ _id: id }, update, upsert)
      // Another process made the document in the same moment.
      .catch((error: unknown) => {
        if (isDuplicate(error)) return shared.findOneAndUpdate({ _id: id }, update, upsert);
        throw error;
      });
    return stored?.records ?? records;
  }

  async function share(reader: Reader, kind: ReadingKind, own: Readings): Promise<void> {
    const fresh = own.seen.size - own.shared;
    own.shared += fresh;
    const id = `${keyOf(reader.actor, kind)}/${String(own.window)}`;
    own.total = await add(id, fresh, own.window);
    if (own.total < limitOf(reader.actor, kind)) return;
    const first = await shared.updateOne({ _id: id, raised: { $exists: false } }, { $set: { raised: true } });
    if (first.modifiedCount === 1) await raise(reader, kind, own.total);
  }

  return {
    admit: async (actor, kind) => {
      const own = readingsOf(keyOf(actor, kind));
      if (own.total + own.seen.size - own.shared < limitOf(actor, kind)) return;
      const { waitMs, after } = takeReadingTurn(own.slowed, clock.now().getTime());
      if (after === undefined) throw tooMany(waitMs / 1_000, 'You opened very many records, please wait');
      own.slowed = after;
      await wait(waitMs);
    },
    count: (reader, kind, ids) => {
      const own = readingsOf(keyOf(reader.actor, kind));
      const limit = limitOf(reader.actor, kind);
      // Twice the limit is as much beyond it as anything: no set grows for ever.
      for (const id of ids) if (own.seen.size < 2 * limit) own.seen.add(id);
      if (own.seen.size - own.shared < Math.ceil(limit / shareOfLimit)) return;
      const shares = share(reader, kind, own)
        .catch((error: unknown) => {
          log.error({ err: error }, 'what a user read could not be counted');
        })
        .finally(() => sharing.delete(shares));
      sharing.add(shares);
    },
    idle: async () => {
      await Promise.all(sharing);
    },
  };
}
