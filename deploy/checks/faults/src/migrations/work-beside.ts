import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '@crm/platform/mongo/connect.js';
import type { rawCollection } from '@crm/platform/mongo/raw-collection.js';

const betweenMs = 20;

type Id = InstanceType<Store['connection']['base']['mongo']['ObjectId']>;

/** A lead as far as this check looks at it. */
export interface LeadDoc {
  _id: Id;
  name: string;
  medications: unknown;
  version: number;
}

export interface WorkBeside {
  /** How often each lead was changed, by its id, as the store acknowledged it. */
  readonly changed: ReadonlyMap<string, number>;
  /** The median and the 99th percentile of the changes since the last time, in milliseconds. */
  latency(): { median: number; p99: number };
  stop(): Promise<void>;
}

/** Changes leads by turns, as the service does whose collection is migrated. */
export function workBeside(leads: ReturnType<typeof rawCollection<LeadDoc>>, ids: readonly Id[]): WorkBeside {
  const changed = new Map<string, number>();
  let took: number[] = [];
  let isStopped = false;
  // A stride that is no divisor: early and late leads by turns.
  const stride = Math.max(1, Math.floor(ids.length * 0.618));
  const work = async () => {
    for (let turn = 0; !isStopped; turn += 1) {
      const _id = ids[(turn * stride) % ids.length];
      if (_id === undefined) return;
      const from = performance.now();
      await leads.updateOne({ _id }, { $inc: { version: 1 } });
      took.push(performance.now() - from);
      const id = _id.toHexString();
      changed.set(id, (changed.get(id) ?? 0) + 1);
      await pause(betweenMs);
    }
  };
  const working = work();
  return {
    changed,
    latency: () => {
      const sorted = [...took].sort((a, b) => a - b);
      took = [];
      const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
      return { median: at(0.5), p99: at(0.99) };
    },
    stop: async () => {
      isStopped = true;
      await working;
    },
  };
}
