import { reportSockets } from '@crm/contracts/http/auth.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Logger } from '@crm/platform/log/logger.js';

/** A third of the silence after which auth counts a gateway as gone (settled: Presence and holds). */
const reportEveryMs = 5_000;
/** Changes of one moment go into one report: a gateway that starts anew gets all its sockets at once. */
const gatherMs = 50;

export interface PresenceReporter {
  start(): void;
  /** Reports that no socket is left here, and stops. */
  stop(): Promise<void>;
  connected(userId: string): void;
  disconnected(userId: string): void;
}

/**
 * Tells auth whose sockets hang on this gateway and how many: on every change, and every 5 s while there are any or the
 * last report did not arrive. It always tells the whole state: a report that is lost is made good by the next one, and a
 * gateway that dies tells nothing.
 */
export function createPresenceReporter(deps: {
  gateway: string;
  client: ServiceClient;
  log: Logger;
  reportMs?: number;
}): PresenceReporter {
  const { gateway, client, log, reportMs = reportEveryMs } = deps;
  const sockets = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let isStopped = true;
  let isSilent = false;

  const report = async () => {
    try {
      await client.call(
        reportSockets,
        { body: { gateway, users: Object.fromEntries(sockets) } },
        { asService: true, timeoutMs: reportMs },
      );
      isSilent = false;
    } catch (error) {
      if (!isSilent) log.warn({ err: error }, 'presence could not be reported');
      isSilent = true;
    }
  };

  const schedule = (ms: number) => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One at a time: an older state must not arrive after a newer one.
      if (underWay !== undefined) {
        schedule(gatherMs);
        return;
      }
      underWay = report().finally(() => {
        underWay = undefined;
        const hasNews = sockets.size > 0 || isSilent;
        if (!isStopped && timer === undefined && hasNews) schedule(reportMs);
      });
      timer = undefined;
    }, ms);
  };

  const change = (userId: string, by: number) => {
    const count = (sockets.get(userId) ?? 0) + by;
    if (count > 0) sockets.set(userId, count);
    else sockets.delete(userId);
    schedule(gatherMs);
  };

  return {
    start: () => {
      isStopped = false;
      schedule(0);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
      sockets.clear();
      await report();
    },
    connected: (userId) => {
      change(userId, 1);
    },
    disconnected: (userId) => {
      change(userId, -1);
    },
  };
}
