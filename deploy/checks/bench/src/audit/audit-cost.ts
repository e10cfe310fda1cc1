import { setTimeout as pause } from 'node:timers/promises';
import { closeClickers, openClickers } from '../clicks/clickers.js';
import { clicks, type Clicker } from '../clicks/clicks.js';
import { openEnvironment, type TestEnvironment } from '../day/environment.js';
import { staffEnvironment } from '../day/staff.js';
import { pidOfStore, processorSeconds } from '../processor-time.js';

const password = 'measured-1';
// As many as stay below the limit of requests of one user, however fast the machine is.
const agents = 12;
const leads = 60;
/** Clicks of a round, by all agents in turn. */
const clicksOfRound = 120;
const rounds = 12;
const warmUp = 2;
/** Entries of reads are written after half a second, events of changes meanwhile. */
const settleMs = 900;
const maxShare = 0.05;

interface Arm {
  environment: TestEnvironment;
  clickers: Clicker[];
  /** Milliseconds of processor time of the services and their store so far. */
  processor: () => number;
  turn: number;
}

async function openArm(audit: false | undefined, log: (line: string) => void): Promise<Arm> {
  const environment = await openEnvironment({
    ...{ password, rabbitmqUrl: undefined, mongodbUri: undefined, gateways: 1, replicas: 1 },
    ...(audit === false && { audit }),
  });
  const { desks } = await staffEnvironment(environment, { agents, leads, password, log });
  const pids = [...environment.pids().values(), await pidOfStore(environment.storeUri)];
  return {
    environment,
    clickers: await openClickers(environment, desks),
    processor: () => pids.reduce((sum, pid) => sum + processorSeconds(pid) * 1_000, 0),
    turn: 0,
  };
}

/** Milliseconds of processor time for a click, with what it leaves to be done. */
async function costOf(arm: Arm, once: (clicker: Clicker, turn: number) => Promise<unknown>): Promise<number> {
  const before = arm.processor();
  for (let made = 0; made < clicksOfRound; made += arm.clickers.length, arm.turn += 1)
    for (const clicker of arm.clickers) await once(clicker, arm.turn);
  await pause(settleMs);
  return (arm.processor() - before) / clicksOfRound;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * What the entries of a click cost: the same clicks on two systems, one of which has no audit log, in turns, so that whatever
 * else the machine does meets both. Gateway, services and store together; fails where it is more than 5 % of the click.
 */
export async function benchAuditCost({ log }: { log: (line: string) => void }): Promise<void> {
  const quiet = () => undefined;
  const arms = { with: await openArm(undefined, quiet), without: await openArm(false, quiet) };
  const dear: string[] = [];
  try {
    for (const name of ['open a lead, with release', 'save']) {
      const click = clicks[name];
      if (click === undefined) throw new Error(`There is no click ${name}`);
      const pairs: { with: number; without: number }[] = [];
      for (let round = 0; round < warmUp + rounds; round += 1) {
        const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
        const costs = { with: NaN, without: NaN };
        for (const arm of order) costs[arm] = await costOf(arms[arm], click.once);
        if (round >= warmUp) pairs.push(costs);
      }
      const without = median(pairs.map((pair) => pair.without));
      // Of pairs, not of medians: what else the machine does in a round meets both of it.
      const share = median(pairs.map((pair) => pair.with / pair.without - 1));
      if (share > maxShare) dear.push(name);
      log(
        `${name.padEnd(26)} ${without.toFixed(2)} ms without, ${median(pairs.map((pair) => pair.with)).toFixed(2)} ms with its entries: ${(share * 100).toFixed(1)} % more (at most ${String(maxShare * 100)} %)`,
      );
    }
  } finally {
    for (const { clickers, environment } of Object.values(arms)) {
      closeClickers(clickers);
      await environment.close();
    }
  }
  if (dear.length > 0) throw new Error(`The entries cost too much of a click: ${dear.join(', ')}`);
}
