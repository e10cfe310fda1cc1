import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CountedStore } from '../idle/store-commands.js';
import { processorSeconds } from '../processor-time.js';

/** Resources that the system spent: its processes in total, and the calls between them. */
export interface Spent {
  milliseconds: number;
  /** The same by process, what idling costs included. */
  processes: ReadonlyMap<string, number>;
  commands: ReadonlyMap<string, number>;
  requests: number;
  messages: number;
}

/** How many commands of the store it was, of whatever kind. */
export const commandsOf = ({ commands }: Pick<Spent, 'commands'>): number =>
  [...commands.values()].reduce((sum, count) => sum + count, 0);

/** The sum of a counter over all labels, from a service's metrics. */
export function sumOf(metrics: string, counter: string): number {
  return metrics
    .split('\n')
    .filter((line) => line.startsWith(`${counter}{`) || line.startsWith(`${counter} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** Local servers used by the system; their CPU time counts too. */
export async function pidsOfServers(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [name, program] of [
    ['broker', 'beam.smp'],
    ['redis', 'redis-server'],
  ] as const) {
    try {
      const { stdout } = await promisify(execFile)('pgrep', ['-x', '-o', program]);
      found.set(name, Number(stdout.trim()));
    } catch {
      // It runs elsewhere: pgrep exits 1 if there is none.
    }
  }
  return found;
}

/** Reads all counters of a system. */
export function countersOf(
  pids: () => ReadonlyMap<string, number>,
  { store, metricsUrls }: { store: CountedStore; metricsUrls: readonly string[] },
) {
  const processor = () =>
    new Map([...pids()].map(([name, pid]) => [name, processorSeconds(pid) * 1_000] as const));
  const asked = async () => {
    const texts = await Promise.all(metricsUrls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
    const sum = (counter: string) => texts.reduce((all, text) => all + sumOf(text, counter), 0);
    return { requests: sum('http_requests_total'), messages: sum('bus_messages_published_total') };
  };

  /**
   * What the work cost, with what it left to do: `settle` resolves when nothing of it is under way. What was spent in
   * `idle.ms` in which nobody came is taken off, by the time that it took.
   */
  return async (
    work: () => Promise<void>,
    settle: () => Promise<void>,
    idle?: { spent: Spent; ms: number },
  ): Promise<Spent> => {
    const before = await asked();
    store.take();
    const [from, processorBefore] = [performance.now(), processor()];
    await work();
    await settle();
    const share = idle === undefined ? 0 : (performance.now() - from) / idle.ms;
    const { spent } = idle ?? {};
    const processes = new Map(
      [...processor()].map(
        ([name, used]) =>
          [
            name,
            used - (processorBefore.get(name) ?? 0) - share * (spent?.processes.get(name) ?? 0),
          ] as const,
      ),
    );
    const milliseconds = [...processes.values()].reduce((sum, used) => sum + used, 0);
    const commands = new Map(
      [...store.take()].map(([name, count]) => [name, count - share * (spent?.commands.get(name) ?? 0)]),
    );
    const after = await asked();
    return {
      ...{ milliseconds, processes, commands },
      requests: after.requests - before.requests - share * (spent?.requests ?? 0),
      messages: after.messages - before.messages - share * (spent?.messages ?? 0),
    };
  };
}
