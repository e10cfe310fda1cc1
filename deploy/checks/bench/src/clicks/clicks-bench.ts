import { staffEnvironment } from '../day/staff.js';
import { measureIdle } from '../idle/idle-processes.js';
import { frequentCommands, measuredPassword, openMeasuredSystem } from '../measured-system.js';
import { pidOfStore, processorSeconds } from '../processor-time.js';
import { agentMinute, capacityOf } from './capacity.rules.js';
import { closeClickers, openClickers } from './clickers.js';
import { clicks, type Click } from './clicks.js';
import { commandsOf, type Spent } from './counters.js';
import { startBareServer } from './bare-server.js';

/** One user may ask only so often; together they click one after another, so that nothing waits for anything else. */
const agents = 8;
const leads = 2_000;
const warmUp = 24;
const idleMs = 20_000;
/** A large office on four times the processes: nobody has the machines to measure it here. */
const [manyAgents, manyProcesses] = [2_000, 4];
/** Above what is wanted by so much a figure still holds: machines differ. */
const allowance = 1.25;

/** As many as there may be: of a click that was asked for by name all commands are shown. */
const allCommands = 60;

/** The parts that a click cost most, in milliseconds. */
const shownCost = (cost: ReadonlyMap<string, number>) =>
  [...cost]
    .sort(([, one], [, other]) => other - one)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
    .join(', ');

/** What an agent's minute of the day costs by these clicks, and what a large office would. */
function logCapacity(
  costs: ReadonlyMap<string, ReadonlyMap<string, number>>,
  idle: { spent: Spent; ms: number },
  log: (line: string) => void,
): void {
  const minute = agentMinute(costs);
  const whole = [...minute.values()].reduce((sum, ms) => sum + ms, 0);
  log(`an agent's minute of the day: ${whole.toFixed(0)} ms: ${shownCost(minute)}`);
  const idleCost = new Map([...idle.spent.processes].map(([name, ms]) => [name, ms / (idle.ms / 1_000)]));
  log(`${String(manyAgents)} agents, ${String(manyProcesses)} processes of each service:`);
  for (const { name, cores, processes, share } of capacityOf(
    { clicks: costs, idle: idleCost },
    { agents: manyAgents, processes: manyProcesses },
  )) {
    log(
      `    ${name.padEnd(10)} ${cores.toFixed(2)} cores in ${String(processes)}: ${(share * 100).toFixed(0)} % of a core each`,
    );
  }
}

/**
 * What each click of an agent costs: one gateway, one process of each service, the embedded store, RabbitMQ and Redis. The
 * processor time of all of them together, what idling costs taken off, and how many commands of the store, requests and
 * messages it is. Fails where a click costs a quarter more than is wanted.
 */
export async function benchClicks(options: {
  rabbitmqUrl: string;
  isProfiled: boolean;
  /** Only clicks whose names begin with one of these; all where there is none. */
  named: readonly string[];
  log: (line: string) => void;
}): Promise<void> {
  const { log, named } = options;
  const measured = Object.entries(clicks).filter(
    ([name]) => named.length === 0 || named.some((start) => name.startsWith(start)),
  );
  if (measured.length === 0) throw new Error(`There is no such click: ${Object.keys(clicks).join(', ')}`);
  const system = await openMeasuredSystem(options);
  try {
    const { environment, spentBy, settle, storeUri } = system;
    const { desks } = await staffEnvironment(environment, { agents, leads, password: measuredPassword, log });
    const clickers = await openClickers(environment, desks);
    const each = async ({ once, isTogether = false }: Pick<Click, 'once' | 'isTogether'>, times: number) => {
      const rounds = Math.ceil(times / clickers.length);
      for (let turn = 0; turn < rounds; turn += 1) {
        if (isTogether) await Promise.all(clickers.map((clicker) => once(clicker, turn)));
        else for (const clicker of clickers) await once(clicker, turn);
      }
    };

    const bareServer = await startBareServer({
      storeUri,
      leads: environment.databases('leads'),
      ids: clickers.flatMap(({ leads: ids }) => ids),
      keys: Object.fromEntries(
        Object.entries(environment.keys.signing).map(([kid, key]) => [kid, key.public]),
      ),
    });
    const storePid = await pidOfStore(storeUri);
    /** Milliseconds of the bare server and the store for a click: what the system's processes idle meanwhile is not theirs. */
    const bareCost = async ({ bare, times }: Click): Promise<string> => {
      if (bare === undefined) return '';
      const round = (turns: number) =>
        each(
          {
            once: async (clicker, turn) => {
              for (const path of bare(clicker, turn)) await bareServer.ask(clicker.agent.token, path);
            },
          },
          turns,
        );
      await round(warmUp);
      const processor = () => (processorSeconds(bareServer.pid) + processorSeconds(storePid)) * 1_000;
      const before = processor();
      await round(times);
      return `  bare ${((processor() - before) / times).toFixed(1)} ms`;
    };

    const idle = { spent: await measureIdle(system, { ms: idleMs, log }), ms: idleMs };
    const failed: string[] = [];
    const costs = new Map<string, ReadonlyMap<string, number>>();
    for (const [name, click] of measured) {
      const { wanted, times } = click;
      await each(click, warmUp);
      await settle();
      const spent = await system.profiled(() => spentBy(() => each(click, times), settle, idle));
      const cost = spent.milliseconds / times;
      const byProcess = new Map([...spent.processes].map(([process, ms]) => [process, ms / times]));
      costs.set(name, byProcess);
      if (cost > wanted * allowance) failed.push(name);
      log(
        `${name.padEnd(26)} ${cost.toFixed(1).padStart(6)} ms (${String(wanted)} wanted)  commands ${(commandsOf(spent) / times).toFixed(1)}  requests ${(spent.requests / times).toFixed(1)}  messages ${(spent.messages / times).toFixed(1)}${await bareCost(click)}`,
      );
      log(`    ${shownCost(byProcess)}`);
      log(`    ${frequentCommands(spent, times, named.length === 0 ? undefined : allCommands)}`);
    }
    if (named.length === 0) logCapacity(costs, idle, log);
    await bareServer.stop();
    closeClickers(clickers);
    if (failed.length > 0) throw new Error(`These cost more than is wanted: ${failed.join(', ')}`);
  } finally {
    await system.close();
  }
}
