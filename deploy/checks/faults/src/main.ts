import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CannotStart } from '@crm/local/data-folder.js';
import { serviceNames, type ProcessedService } from '@crm/local/processes/start-processes.js';
import { faults, type Fault } from './faults.js';
import { openEnvironment } from './environment.js';
import { runFault, type Outcome } from './run-fault.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How often each fault is injected. */
    times: { type: 'string', default: '1' },
    /** Duration of outages in seconds. */
    out: { type: 'string', default: '60' },
    /** The commit with which a roll-out begins; the last release unless said otherwise. */
    from: { type: 'string' },
    /** Services that are stopped before the new release starts, with commas between them. */
    stop: { type: 'string', default: '' },
  },
});
const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

const wanted = faults.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (wanted.length === 0) {
  say(`Unknown fault. Available: ${faults.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function report({ name, ledger, answersAgainMs, wholeMs, complaints }: Outcome): void {
  const { acknowledged, unknown, texts, received, intakes, imports, calls } = ledger;
  const counts = [
    `${String(acknowledged)} acknowledged`,
    `${String(unknown)} without a response`,
    `${String(texts.size)} texts`,
    `${String(received.size)} answers`,
    `${String(calls)} calls`,
    `${String(intakes.size)} deliveries`,
    `${String(imports.size)} imports`,
  ].join(', ');
  say(
    `${complaints.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} responding after ${seconds(answersAgainMs)}, recovered after ${seconds(wholeMs)}; ${counts}`,
  );
  for (const complaint of complaints.slice(0, 12)) say(`         ${complaint}`);
}

/** Injects faults into one environment, one after another. Returns how many left violations. */
async function strikeAll(
  these: readonly Fault[],
  needs: Pick<Parameters<typeof openEnvironment>[0], 'hasSmallDisk' | 'beginning'>,
): Promise<number> {
  if (these.length === 0) return 0;
  say('Starting every service as separate processes …');
  const onEnd = (name: string, how: string) => {
    say(`       ${name} ended (${how})`);
  };
  const environment = await openEnvironment({ onEnd, ...needs });
  const close = async () => {
    await environment.store.close();
    await environment.close();
  };
  process.once('SIGINT', () => {
    void close().finally(() => process.exit(130));
  });
  const pace = {
    outMs: Number(values.out) * 1_000,
    report: (line: string) => {
      say(`       ${line}`);
    },
  };
  let broken = 0;
  try {
    for (const fault of these) {
      say(`\n${fault.name}: ${fault.what}`);
      for (let time = 0; time < Number(values.times); time += 1) {
        const outcome = await runFault(environment, fault, pace);
        report(outcome);
        if (outcome.complaints.length > 0) broken += 1;
      }
    }
  } finally {
    await close();
  }
  return broken;
}

function stoppedServices(): ProcessedService[] {
  const names = values.stop.split(',').filter((name) => name !== '');
  const stopped = z.array(z.enum(serviceNames)).safeParse(names);
  if (stopped.success) return stopped.data;
  throw new CannotStart(`Unknown service in --stop. Available: ${serviceNames.join(', ')}.`);
}

async function start(): Promise<number> {
  const onSmallDisk = wanted.filter(({ needsSmallDisk }) => needsSmallDisk);
  const onEarlierRelease = wanted.filter(({ needsEarlierRelease }) => needsEarlierRelease);
  const others = wanted.filter((fault) => !onSmallDisk.includes(fault) && !onEarlierRelease.includes(fault));
  const beginning = { from: values.from, neverBeside: stoppedServices() };
  let broken = await strikeAll(others, { hasSmallDisk: false, beginning: undefined });
  // Its own environment each: a roll-out leaves no process of the earlier release.
  for (const fault of onEarlierRelease)
    broken += await strikeAll([fault], { hasSmallDisk: false, beginning });
  return broken + (await strikeAll(onSmallDisk, { hasSmallDisk: true, beginning: undefined }));
}

const code = await start().then(
  (broken) => (broken === 0 ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof CannotStart ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return 1;
  },
);
// Exit explicitly: an agent's device may hang on a cut connection.
process.exit(code);
