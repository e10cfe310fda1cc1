import { setTimeout as pause } from 'node:timers/promises';
import { commandsOf, type Spent } from '../clicks/counters.js';
import { person } from '@crm/faults/load/person.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { closeAll, openMany } from '../socket-clients.js';
import {
  frequentCommands,
  measuredPassword,
  openMeasuredSystem,
  type MeasuredSystem,
} from '../measured-system.js';

const signedIn = [demoAdminEmail, 'agent.life@example.com', 'agent.health@example.com', 'guide@example.com'];
const commandsShown = 30;
const wantedMs = 5;
/**
 * What came before leaves each process with garbage that V8 collects in several full turns, of up to a tenth of a second
 * each, when it has had little to do for 100 seconds: that is a cost of what came before.
 */
const collectedMs = 130_000;

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
  log(
    `nobody at work, everybody signed in ${perSecond(idling.milliseconds)} ms a second (${String(wantedMs)} wanted)  commands ${perSecond(commandsOf(idling))}  requests ${perSecond(idling.requests)}  events ${perSecond(idling.messages)}`,
  );
  log(`    ${[...idling.processes].map(([name, spent]) => `${name} ${perSecond(spent)} ms`).join(', ')}`);
  log(`    ${frequentCommands(idling, ms / 1_000, commandsShown)}`);
  return idling;
}

/** What the services cost as separate processes while people are signed in and nobody does anything. */
export async function benchIdleProcesses(options: {
  rabbitmqUrl: string;
  minutes: number;
  isProfiled: boolean;
  log: (line: string) => void;
}): Promise<void> {
  const { minutes, log } = options;
  const system = await openMeasuredSystem(options);
  try {
    const { url, authUrl } = system.environment;
    const people = await Promise.all(signedIn.map((email) => person(url, email, measuredPassword, authUrl)));
    // Each at two windows.
    const windows = await openMany(
      [url],
      [...people, ...people].map(({ token }) => token),
    );
    await pause(collectedMs);
    await measureIdle(system, { ms: minutes * 60_000, log });
    await closeAll(windows);
  } finally {
    await system.close();
  }
}
