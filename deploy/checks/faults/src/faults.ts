import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames, type ProcessedService } from '@crm/local/processes/start-processes.js';
import { clockIsOff } from './clocks.js';
import { doubleAndShuffle } from './double-and-shuffle.js';
import type { FaultEnvironment } from './environment.js';
import type { Pace } from './pace.js';
import { rollOut } from './roll-out.js';
import { fillDisk, freeDisk } from './small-disk.js';

export interface Fault {
  name: string;
  what: string;
  /** Needs the store on its own small disk. */
  needsSmallDisk?: true;
  /** Begins with every process on an earlier release. */
  needsEarlierRelease?: true;
  /** Injects the fault, and resolves when it is over: from then on the system must recover. */
  strike(environment: FaultEnvironment, pace: Pace): Promise<void>;
}

const readyMs = 120_000;
/** Load on the remaining parts, and on those that have just come back. */
const meanwhileMs = 3_000;
/** Longer than any lease or service token. */
const jumpMs = 600_000;

function namedProcess({ system }: FaultEnvironment, name: string) {
  const kept = system.processes.get(name);
  if (kept === undefined) throw new Error(`There is no process ${name}`);
  return kept;
}

/** Kills one instance of a service, then all of them at once. */
const killed = (service: ProcessedService | 'gateway'): Fault => ({
  name: `kill-${service}`,
  what: `kill -9 of a process of ${service} while another works, then of all of them at once`,
  strike: async (environment) => {
    const all = [...environment.system.processes.values()].filter(({ name }) =>
      name.startsWith(`${service}-`),
    );
    const [first] = all;
    await first?.crash();
    await pause(meanwhileMs);
    await first?.whenReady(readyMs);
    await Promise.all(all.map((each) => each.crash()));
  },
});

const line = (which: 'rabbitmq' | 'redis' | 'leads', name: string, what: string): Fault => ({
  name,
  what,
  strike: async ({ lines }, { outMs }) => {
    lines[which].takeAway();
    await pause(outMs);
    lines[which].restore();
  },
});

export const faults: readonly Fault[] = [
  killed('leads'),
  killed('telephony'),
  killed('messaging'),
  {
    name: 'store-out',
    what: 'kill -9 of the store, which stays away',
    strike: async (environment, { outMs }) => {
      const store = namedProcess(environment, 'store');
      await store.stayDown();
      await pause(outMs);
      store.comeBack();
      await store.whenReady(readyMs);
    },
  },
  line('rabbitmq', 'broker-out', 'the broker is out of reach of everybody'),
  {
    name: 'broker-restart',
    what: 'the broker stops and starts',
    strike: async ({ broker }) => {
      if (broker.restart === undefined) throw new Error('The broker can be restarted with rabbitmqctl alone');
      await broker.restart(() => pause(meanwhileMs));
    },
  },
  {
    name: 'broker-silent',
    what: 'every connection to the broker goes silent, and nobody is told',
    strike: async ({ lines: { rabbitmq } }, { outMs }) => {
      rabbitmq.freeze();
      await pause(outMs);
      rabbitmq.cut();
    },
  },
  ...serviceNames
    .filter((name) => !['leads', 'telephony', 'messaging'].includes(name))
    .map((name) => killed(name)),
  killed('gateway'),
  line('redis', 'redis-out', 'Redis is out of reach of the gateways'),
  line('leads', 'partition', 'the gateways do not reach leads, while the other services do'),
  {
    name: 'doubled',
    what: 'every message of the bus comes twice more, late and out of order',
    strike: async ({ broker }, { outMs }) => {
      const tap = await doubleAndShuffle(broker.url);
      await pause(outMs);
      await tap.stop();
      if (tap.doubled() === 0) throw new Error('No message was doubled');
    },
  },
  {
    name: 'clock-jumps',
    what: 'the clock of one process of each kind jumps ten minutes ahead, twenty back, and ten ahead again',
    strike: async (environment, { outMs }) => {
      // One that uses the store's clock, and one that uses Redis's.
      const ports = ['leads-1', 'gateway-1'].map((name) => namedProcess(environment, name).port);
      for (const aheadMs of [jumpMs, -jumpMs, 0]) {
        environment.clocks.set(aheadMs);
        for (const port of ports) await clockIsOff(port, aheadMs);
        if (aheadMs !== 0) await pause(outMs / 2);
      }
    },
  },
  {
    name: 'side-by-side',
    what: 'this release is rolled out over an earlier one, and both work on the same store, broker and Redis meanwhile',
    needsEarlierRelease: true,
    strike: rollOut,
  },
  {
    name: 'disk-full',
    what: 'the disk of the store is full',
    needsSmallDisk: true,
    strike: async ({ folder }, { outMs }) => {
      fillDisk(folder);
      await pause(outMs);
      freeDisk(folder);
    },
  },
];
