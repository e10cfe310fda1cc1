import { setTimeout as pause } from 'node:timers/promises';
import { closeClickers, openClickers } from '../clicks/clickers.js';
import { clicks } from '../clicks/clicks.js';
import { commandsOf, type Spent } from '../clicks/counters.js';
import { staffEnvironment } from '../day/staff.js';
import { measureIdle } from '../idle/idle-processes.js';
import { measuredPassword, openMeasuredSystem } from '../measured-system.js';

// As many as open leads no faster than people do, however fast the machine is: who reads much is looked at more closely.
const agents = 40;
const leads = 2_000;
/** Clicks of each agent in a round. */
const turns = 2;
const rounds = 16;
const warmUp = 2;
const idleMs = 20_000;
/** Until every process has heard the signal. */
const heardMs = 50;
const maxShare = 0.05;

type Arm = 'with' | 'without';
const milliseconds = (cost: Spent) => cost.milliseconds;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The values without the highest and the lowest quarter: a garbage collection falls into one round and not into another. */
function trimmed(values: readonly number[]): number[] {
  const cut = values.length >> 2;
  return [...values].sort((a, b) => a - b).slice(cut, values.length - cut);
}
const trimmedMean = (values: readonly number[]) => mean(trimmed(values));

/** How far the trimmed mean of other such values may be from this one, mostly: twice its standard error. */
function doubt(values: readonly number[]): number {
  const kept = trimmed(values);
  const [lowest = 0, highest = 0] = [kept[0], kept.at(-1)];
  const winsorized = values.map((value) => Math.min(highest, Math.max(lowest, value)));
  const middle = mean(winsorized);
  const variance =
    winsorized.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (winsorized.length - 1);
  return (2 * Math.sqrt(variance / values.length)) / (kept.length / values.length);
}

/**
 * What the audit entries of a click cost, in processor time of everything that `clicks` counts and in store commands: the
 * same clicks on one system, whose log is turned off and on between rounds. Fails where they are more than 5 % of a click beyond
 * the doubt that so many rounds leave.
 */
export async function benchAuditCost(options: {
  rabbitmqUrl: string;
  log: (line: string) => void;
}): Promise<void> {
  const { log } = options;
  const system = await openMeasuredSystem({
    ...{ ...options, isProfiled: false },
    preload: [new URL('./switch-on-signal.js', import.meta.url)],
  });
  const dear: string[] = [];
  try {
    const { environment, spentBy, settle } = system;
    const { desks } = await staffEnvironment(environment, { agents, leads, password: measuredPassword, log });
    const clickers = await openClickers(environment, desks);
    const idle = { spent: await measureIdle(system, { ms: idleMs, log }), ms: idleMs };
    let isAudited = true;
    const audited = async (isWanted: boolean) => {
      if (isAudited === isWanted) return;
      isAudited = isWanted;
      for (const [name, pid] of environment.pids())
        if (!name.startsWith('carrier')) process.kill(pid, 'SIGUSR2');
      await pause(heardMs);
    };
    for (const name of ['open a lead, with release', 'save']) {
      const clicked = clicks[name];
      if (clicked === undefined) throw new Error(`There is no click ${name}`);
      const made = turns * clickers.length;
      const spent: Record<Arm, Spent[]> = { with: [], without: [] };
      for (let round = 0; round < warmUp + rounds; round += 1) {
        const order = round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
        for (const [index, arm] of order.entries()) {
          await audited(arm === 'with');
          const work = async () => {
            for (let turn = 0; turn < turns; turn += 1)
              for (const clicker of clickers) await clicked.once(clicker, (2 * round + index) * turns + turn);
          };
          const cost = await spentBy(work, settle, idle);
          if (round >= warmUp) spent[arm].push(cost);
        }
      }
      await audited(true);
      const of = (arm: Arm, what: (cost: Spent) => number) => trimmedMean(spent[arm].map(what)) / made;
      // A round is compared with the one beside it: the machine's pace changes over minutes.
      const more = spent.with.map(
        (cost, round) => cost.milliseconds - (spent.without[round]?.milliseconds ?? 0),
      );
      const click = of('without', milliseconds) * made;
      const [share, around] = [trimmedMean(more) / click, doubt(more) / click];
      if (share - around > maxShare) dear.push(name);
      const shown = (arm: Arm) =>
        `${of(arm, milliseconds).toFixed(2)} ms and ${of(arm, commandsOf).toFixed(2)} commands ${arm}`;
      log(
        `${name.padEnd(26)} ${shown('without')}, ${shown('with')} its entries: ${(share * 100).toFixed(1)} ± ${(around * 100).toFixed(1)} % more (at most ${String(maxShare * 100)} %)`,
      );
      const byProcess = [...(spent.with[0]?.processes.keys() ?? [])].map((process) => {
        const own = (cost: Spent) => cost.processes.get(process) ?? 0;
        return `${process} ${(of('with', own) - of('without', own)).toFixed(2)}`;
      });
      log(`    more by process, in ms: ${byProcess.join(', ')}`);
    }
    closeClickers(clickers);
  } finally {
    await system.close();
  }
  if (dear.length > 0) throw new Error(`The entries cost too much of a click: ${dear.join(', ')}`);
}
