import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { request } from 'undici';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { isDuplicate } from '../mongo/store-errors.js';
import type { AuditEntry } from './audit-entry.js';
import { auditCollection, auditStateCollection, type AuditStore } from './audit-store.js';

const maxBatch = 200;
const maxPauseMs = 60_000;
const sendTimeoutMs = 15_000;
/** How long a process has the export for itself before another one may go on with it. */
const leaseMs = 60_000;

/** Sends entries to their destination, in their order. Resolves when it has them; throws where it may not. */
export interface AuditSink {
  send(entries: readonly AuditEntry[]): Promise<void>;
  close(): void;
}

/** An entry as it is sent: one line of JSON. */
const lineOf = (service: string, { _id, at, ...entry }: AuditEntry) =>
  JSON.stringify({ service, seq: _id, at: at.toISOString(), ...entry });

/** Posts batches as lines of JSON; any answer but 2xx is a failure. */
function httpSink(service: string, url: string): AuditSink {
  return {
    send: async (entries) => {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: entries.map((entry) => `${lineOf(service, entry)}\n`).join(''),
        headersTimeout: sendTimeoutMs,
        bodyTimeout: sendTimeoutMs,
      });
      await body.dump();
      if (statusCode < 200 || statusCode >= 300) throw new Error(`answered ${String(statusCode)}`);
    },
    close: () => undefined,
  };
}

/** Facility 13, log audit; a denied or failed action is a warning. */
const priorityOf = ({ outcome }: AuditEntry) => 13 * 8 + (outcome === 'done' ? 6 : 4);

/** An entry as a message of RFC 5424, its length before it as RFC 6587 counts octets. */
export function syslogFrame(service: string, entry: AuditEntry): string {
  const header = `<${String(priorityOf(entry))}>1 ${entry.at.toISOString()} ${hostname()} call-centre-${service} ${String(process.pid)} audit -`;
  const message = `${header} ${lineOf(service, entry)}`;
  return `${String(Buffer.byteLength(message))} ${message}`;
}

/** Sends syslog over TCP. The protocol has no receipt: what the socket took counts as sent. */
function syslogSink(service: string, url: string): AuditSink {
  const { hostname: host, port } = new URL(url);
  let socket: Socket | undefined;

  async function connected(): Promise<Socket> {
    if (socket !== undefined && !socket.destroyed && socket.writable) return socket;
    const made = connect({ host, port: Number(port || 601) });
    made.setTimeout(sendTimeoutMs);
    await new Promise<void>((resolve, reject) => {
      made.once('connect', resolve);
      made.once('error', reject);
      made.once('timeout', () => {
        made.destroy(new Error('no connection in time'));
      });
    });
    made.setTimeout(0);
    made.on('error', () => made.destroy());
    // Whoever reads logs answers nothing; an end means that it is gone.
    made.on('end', () => made.destroy());
    made.resume();
    socket = made;
    return made;
  }

  return {
    send: async (entries) => {
      const to = await connected();
      const frames = entries.map((entry) => syslogFrame(service, entry)).join('');
      await new Promise<void>((resolve, reject) => {
        const broken = () => {
          reject(new Error('the connection was closed'));
        };
        to.once('close', broken);
        to.write(frames, (error) => {
          to.off('close', broken);
          if (error) reject(error);
          else resolve();
        });
      });
    },
    close: () => {
      socket?.destroy();
    },
  };
}

interface LeaseDoc {
  _id: 'export-lease';
  owner: string;
  until: Date;
}

export interface AuditExport {
  /** Looks for entries to send. */
  wake(): void;
  /** Resolves when all that is stored was sent, or the destination failed. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Sends every entry elsewhere, at least once and in order, from a position that is saved in the store: a restart goes on where
 * it stopped. One process of a service sends at a time. Where the destination fails it is tried again with backoff.
 */
export function createAuditExport(options: {
  service: string;
  connection: Connection;
  store: Pick<AuditStore, 'state' | 'saveState'>;
  url: string;
  clock: Clock;
  log: Logger;
}): AuditExport {
  const { service, connection, store, url, clock, log } = options;
  const entries = connection.collection<AuditEntry>(auditCollection);
  const leases = connection.collection<LeaseDoc>(auditStateCollection);
  const owner = randomUUID();
  const sink = url.startsWith('syslog:') ? syslogSink(service, url) : httpSink(service, url);
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  /** Whether this process sends now. */
  async function hasLease(): Promise<boolean> {
    const now = clock.now();
    try {
      await leases.updateOne(
        { _id: 'export-lease', $or: [{ owner }, { until: { $lt: now } }] },
        { $set: { owner, until: new Date(now.getTime() + leaseMs) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Sends the next batch; answers whether there may be more. */
  async function sendBatch(): Promise<boolean> {
    const { seq } = (await store.state('export')) ?? { seq: 0 };
    const batch = await entries
      .find({ _id: { $gt: seq } })
      .sort({ _id: 1 })
      .limit(maxBatch)
      .toArray();
    const last = batch.at(-1);
    if (last === undefined) return false;
    if (!(await hasLease())) {
      retry ??= setTimeout(wake, leaseMs).unref();
      return false;
    }
    await sink.send(batch);
    await store.saveState('export', { seq: last._id, hash: last.hash });
    return batch.length === maxBatch;
  }

  async function run(): Promise<void> {
    while (isWoken && !stopping.signal.aborted) {
      isWoken = false;
      try {
        while (!stopping.signal.aborted && (await sendBatch()));
        failures = 0;
      } catch (error) {
        failures += 1;
        isWoken = true;
        // The address may carry a key.
        const reason = error instanceof Error ? error.message : 'unknown';
        log.warn({ reason, failures }, 'audit entries not exported, retrying');
        const waitMs = Math.min(maxPauseMs, 250 * 2 ** failures);
        await pause(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  function wake(): void {
    clearTimeout(retry);
    retry = undefined;
    isWoken = true;
    running ??= run().finally(() => {
      running = undefined;
    });
  }

  return {
    wake,
    idle: async () => {
      await running;
    },
    stop: async () => {
      stopping.abort();
      clearTimeout(retry);
      await running;
      sink.close();
      // Whoever goes on need not wait for the lease to run out.
      await leases.deleteOne({ _id: 'export-lease', owner });
    },
  };
}
