import { monitorEventLoopDelay } from 'node:perf_hooks';
import { hookReader, receivedWords, type Hook } from '@crm/faults/load/carrier-trace.js';
import { pidsOfServers } from '../clicks/counters.js';
import { untilEmpty } from './after-day.js';
import { openCaller } from './caller.js';
import type { TestEnvironment } from './environment.js';
import { importFiles, type Importing } from './import-files.js';
import { liveTimes } from './live-times.js';
import { openSockets, openWindows } from './live-windows.js';
import { seeded } from './pace.rules.js';
import { newRecords, type Records } from './records.js';
import type { Staff } from './staff.js';
import { strainOf, type Strain } from './strain.js';
import { createTallies, type Tallies } from './tallies.js';
import { workDay, type Day } from './work-day.js';

const readHooksEveryMs = 500;
/** Events must be published within a minute after the day; polling continues longer to report how long it took. */
const patienceMs = 300_000;

export interface DayReport {
  tallies: Tallies;
  records: Records;
  live: { took: number[]; unheard: number };
  hooks: Hook[];
  /** How long after the last click all work was done, and what was left. */
  rest: { ms: number; left: string[] };
  /** Resources of the services' processes by name: before the day, at its end, and after all work was done. */
  strain: Record<'before' | 'after' | 'afterPause', Map<string, Strain>>;
  /** Over how many minutes of an agent the processes spent what they did. */
  agentMinutes: number;
  /** Event loop delay of this process, through which all requests go, in milliseconds: p99. */
  stallMs: number;
}

/** Collects the carrier's webhooks before its trace is truncated. */
function watchHooks(carrierUrl: string) {
  const hooks: Hook[] = [];
  const newHooks = hookReader(carrierUrl);
  let reading = Promise.resolve();
  const read = () => {
    reading = reading.then(async () => {
      hooks.push(...(await newHooks()));
    });
    return reading;
  };
  const timer = setInterval(() => void read(), readHooksEveryMs);
  return {
    hooks,
    stop: async () => {
      clearInterval(timer);
      await read();
    },
  };
}

/** Runs everybody for the given minutes. Resolves when all their actions have finished. */
export async function runDay(
  environment: TestEnvironment,
  staff: Staff,
  { minutes, rows, seed }: { minutes: number; rows: number; seed: number },
): Promise<DayReport> {
  const { admin, desks } = staff;
  const [tallies, records, live] = [createTallies(), newRecords(), liveTimes()];
  const importing: Importing = { isRunning: false };
  const writtenAt = new Map<string, number[]>();
  const windows = await openWindows(environment.url, staff, { live, tallies });
  const sockets = await openSockets(environment.url, desks, { writtenAt, tallies });
  const { carrierUrl } = environment;
  const callers = await Promise.all(desks.map((desk) => openCaller(desk, { carrierUrl, tallies, records })));

  const watched = watchHooks(carrierUrl);
  const servers = await pidsOfServers();
  const strain = () => strainOf(new Map([...environment.pids(), ...servers]));
  const before = await strain();
  const stalls = monitorEventLoopDelay({ resolution: 10 });
  stalls.enable();
  const until = Date.now() + minutes * 60_000;
  const isImporting = () => importing.isRunning;
  const day: Day = { tallies, records, live, writtenAt, until, carrierUrl, isImporting };
  const working = desks.map(async (desk, index) => {
    const [socket, caller] = [sockets[index], callers[index]];
    if (socket === undefined || caller === undefined) throw new Error('A calling device has no line');
    await workDay(desk, { socket, caller, draw: seeded(seed * 1_000_003 + index) }, day);
  });
  await Promise.all([...working, importFiles(admin, { rows, until, importing, tallies, records })]);
  stalls.disable();
  const after = await strain();

  const rest = await untilEmpty(environment, patienceMs);
  await watched.stop();
  for (const words of watched.hooks.flatMap(receivedWords)) records.received.add(words);
  const afterPause = await strain();
  for (const socket of [...windows, ...sockets]) socket.close();
  for (const caller of callers) caller.close();
  return {
    ...{ tallies, records, rest, strain: { before, after, afterPause } },
    live: live.outcome(windows.length),
    hooks: watched.hooks,
    agentMinutes: desks.length * minutes,
    stallMs: stalls.percentile(99) / 1e6,
  };
}
