import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { releaseHolders, renewHolds } from '@crm/contracts/http/holds.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Logger } from '@crm/platform/log/logger.js';

/** A third of the lease, so that two renewals may fail before it runs out (settled: Presence and holds). */
const renewEveryMs = 10_000;
/** Leads with more holds than one renewal may carry are renewed in several. */
const maxPerCall = 50_000;

/** One lead held by one socket. */
export type Hold = InputOf<typeof renewHolds>['body']['holds'][number];

export interface HoldKeeper {
  start(): void;
  /** Releases everything and stops. */
  stop(): Promise<void>;
  /** From now on the lease is renewed. */
  keep(hold: Hold): void;
  /** No longer renewed: the socket let it go itself. */
  forget(holder: string, leadId: string): void;
  /** The socket is gone: its holds are released at once. */
  releaseAllOf(holder: string): Promise<void>;
  /** Releases a hold that came too late for its socket. */
  release(hold: Hold): Promise<void>;
  /** Renews now; the timer does the same every 10 s. */
  renew(): Promise<void>;
}

/**
 * Keeps the leases of this gateway's live sockets. A gateway that dies renews nothing, and leads lets its holds go
 * after 30 s. `onLost` is told of a hold that leads no longer knows or has given to another.
 */
export function createHoldKeeper(deps: {
  client: ServiceClient;
  log: Logger;
  onLost: (hold: Hold) => void;
  renewMs?: number;
}): HoldKeeper {
  const { client, log, onLost, renewMs = renewEveryMs } = deps;
  /** By holder, then by lead. */
  const kept = new Map<string, Map<string, Hold>>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const remove = (holder: string, leadId: string) => {
    const its = kept.get(holder);
    its?.delete(leadId);
    if (its?.size === 0) kept.delete(holder);
  };

  const release = async (holds: readonly Hold[]) => {
    if (holds.length === 0) return;
    try {
      await client.call(releaseHolders, { body: { holds: [...holds] } }, { asService: true });
    } catch (error) {
      // The lease is not renewed any more and runs out by itself.
      log.warn({ err: error, holds: holds.length }, 'holds could not be released');
    }
  };

  const renewSome = async (holds: readonly Hold[]) => {
    const { lost } = await client.call(renewHolds, { body: { holds: [...holds] } }, { asService: true });
    for (const { holder, lead_id } of lost) {
      const asked = holds.find((hold) => hold.holder === holder && hold.lead_id === lead_id);
      // Released, or taken anew, while the question was on its way: then the answer is about something else.
      if (asked === undefined || kept.get(holder)?.get(lead_id) !== asked) continue;
      remove(holder, lead_id);
      onLost(asked);
    }
  };

  const renew = async () => {
    const holds = [...kept.values()].flatMap((its) => [...its.values()]);
    try {
      for (let at = 0; at < holds.length; at += maxPerCall) await renewSome(holds.slice(at, at + maxPerCall));
    } catch (error) {
      log.warn({ err: error, holds: holds.length }, 'holds could not be renewed');
    }
  };

  const schedule = () => {
    timer = setTimeout(() => {
      underWay = renew().then(() => {
        if (timer !== undefined) schedule();
      });
    }, renewMs);
  };

  return {
    start: schedule,
    stop: async () => {
      clearTimeout(timer);
      timer = undefined;
      await underWay;
      const all = [...kept.values()].flatMap((its) => [...its.values()]);
      kept.clear();
      await release(all);
    },
    keep: (hold) => {
      const its = kept.get(hold.holder) ?? new Map<string, Hold>();
      its.set(hold.lead_id, hold);
      kept.set(hold.holder, its);
    },
    forget: remove,
    releaseAllOf: async (holder) => {
      const its = [...(kept.get(holder)?.values() ?? [])];
      kept.delete(holder);
      await release(its);
    },
    release: (hold) => release([hold]),
    renew,
  };
}
