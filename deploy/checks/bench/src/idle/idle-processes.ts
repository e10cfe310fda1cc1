import { setTimeout as pause } from 'node:timers/promises';
import type { Spent } from '../clicks/counters.js';
import { openSockets } from '../day/live-windows.js';
import { staffEnvironment } from '../day/staff.js';
import { createTallies } from '../day/tallies.js';
import {
  frequentCommands,
  measuredPassword,
  openMeasuredSystem,
  type MeasuredSystem,
} from '../measured-system.js';

const agents = 8;
const leads = 200;
const commandsShown = 30;
const wantedMs = 5;

/** What the system costs in a time in which nobody clicks, reported by the second. */
export async function measureIdle(
  system: MeasuredSystem,
  { ms, log }: { ms: number; log: (line: string) => void },
): Promise<Spent> {
  await system.settle();
  const idling = await system.profiled(() =>
    system.spentBy(
      () => pause(ms),
      () => Promise.resolve(),
    ),
  );
  const perSecond = (count: number) => (count / (ms / 1_000)).toFixed(1);
  const asked = [...idling.commands.values()].reduce((sum, count) => sum + count, 0);
  log(
    `nobody at work, everybody signed in ${perSecond(idling.milliseconds)} ms a second (${String(wantedMs)} wanted)  commands ${perSecond(asked)}  requests ${perSecond(idling.requests)}  events ${perSecond(idling.messages)}`,
  );
  log(`    ${[...idling.processes].map(([name, spent]) => `${name} ${perSecond(spent)} ms`).join(', ')}`);
  log(`    ${frequentCommands(idling, ms / 1_000, commandsShown)}`);
  return idling;
}

/** What the services cost as separate processes while agents are signed in and nobody does anything. */
export async function benchIdleProcesses(options: {
  rabbitmqUrl: string;
  minutes: number;
  isProfiled: boolean;
  log: (line: string) => void;
}): Promise<void> {
  const { minutes, log } = options;
  const system = await openMeasuredSystem(options);
  try {
    const { environment } = system;
    const { desks } = await staffEnvironment(environment, { agents, leads, password: measuredPassword, log });
    const sockets = await openSockets(environment.url, desks, {
      writtenAt: new Map(),
      tallies: createTallies(),
    });
    await measureIdle(system, { ms: minutes * 60_000, log });
    for (const socket of sockets) socket.close();
  } finally {
    await system.close();
  }
}
