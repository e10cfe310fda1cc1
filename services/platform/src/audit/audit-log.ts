import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '../errors/app-error.js';
import type { Logger } from '../log/logger.js';
import type { AuditedAction, AuditEntry } from './audit-entry.js';
import type { AuditStore } from './audit-store.js';

/** Entries of reads wait this long for others to share a write with: a write costs many times what an entry in it does. */
const readDelayMs = 500;
/** The chain's head is noted for the verification at most this often, and when the service stops: it is a write of its own. */
const headEveryMs = 5_000;
const maxBatch = 500;
const maxPauseMs = 5_000;
/** What a change waits for its entry while the store is out of reach. */
const maxWaitMs = 10_000;

/** Where calls, commands and webhooks leave their entries. */
export interface EntryLog {
  /** Throws `unavailable` where so many entries wait for the store that no further call may go unaudited. */
  requireRoom(): void;
  /** Stores the entry with the next batch, within 500 ms; calls back when it is stored. */
  later(action: AuditedAction, stored?: () => void): void;
  /**
   * Resolves when the entry is stored. Throws `unavailable` where that takes longer than 10 s: the entry stays and is retried,
   * and nobody is told that the change was done before it is on record.
   */
  now(action: AuditedAction): Promise<void>;
}

export interface AuditLog extends EntryLog {
  /** Resolves when everything that waits is stored, however long the store is away. */
  flush(): Promise<void>;
  /** Stores what waits, without patience: throws where the store fails, as nothing may wait for ever for one that is gone. */
  stop(): Promise<void>;
}

/**
 * Collects entries in memory and appends them in batches: what comes while one batch is written shares the next. After a
 * failure of the store entries stay, in their order, and are retried.
 */
export function createAuditLog(options: {
  store: Pick<AuditStore, 'append' | 'saveState'>;
  log: Logger;
  /** Entries that may wait; 10,000 unless said otherwise. */
  maxWaiting?: number;
  /** What a change waits for its entry; 10 s unless said otherwise. */
  waitMs?: number;
  /** Called with what was stored. */
  stored?: (entries: readonly AuditEntry[]) => void;
}): AuditLog {
  const { store, log, maxWaiting = 10_000, waitMs = maxWaitMs, stored } = options;
  let waiting: { action: AuditedAction; done?: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let head: { seq: number; hash: string } | undefined;
  let headTimer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  async function saveHead(): Promise<void> {
    clearTimeout(headTimer);
    headTimer = undefined;
    const noted = head;
    head = undefined;
    if (noted === undefined) return;
    try {
      await store.saveState('head', noted);
    } catch (error) {
      head ??= noted;
      throw error;
    }
  }

  function noteHead(entries: readonly AuditEntry[]): void {
    const last = entries.at(-1);
    if (last === undefined) return;
    head = { seq: last._id, hash: last.hash };
    headTimer ??= setTimeout(() => {
      headTimer = undefined;
      saveHead().catch((error: unknown) => {
        log.warn({ err: error }, 'head of the audit log not saved');
      });
    }, headEveryMs).unref();
  }

  async function writeBatch(): Promise<void> {
    const batch = waiting.slice(0, maxBatch);
    const entries = await store.append(batch.map(({ action }) => action));
    waiting = waiting.slice(batch.length);
    for (const { done } of batch) done?.();
    noteHead(entries);
    stored?.(entries);
  }

  async function writeAll(): Promise<void> {
    for (let failures = 0; waiting.length > 0;) {
      try {
        await writeBatch();
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        failures += 1;
        log.warn({ err: error, waiting: waiting.length }, 'audit entries not stored, retrying');
        const pauseMs = Math.min(maxPauseMs, 100 * 2 ** failures);
        await pause(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  function writeBehind(): void {
    write().catch((error: unknown) => {
      log.error({ err: error, waiting: waiting.length }, 'audit entries not stored');
    });
  }

  return {
    requireRoom: () => {
      if (waiting.length >= maxWaiting)
        throw unavailable('The audit log cannot be written, please try again later');
    },
    later: (action, done) => {
      waiting.push({ action, ...(done && { done }) });
      if (writing === undefined) timer ??= setTimeout(writeBehind, readDelayMs).unref();
    },
    now: (action) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          reject(unavailable('The change was not confirmed, please look before you repeat it'));
        }, waitMs).unref();
        const done = () => {
          clearTimeout(limit);
          resolve();
        };
        waiting.push({ action, done });
        if (writing === undefined) writeBehind();
      }),
    flush: async () => {
      await write();
    },
    stop: async () => {
      stopping.abort();
      try {
        await write();
        await saveHead();
      } catch (error) {
        throw new Error(`${String(waiting.length)} audit entries were not stored`, { cause: error });
      }
    },
  };
}
