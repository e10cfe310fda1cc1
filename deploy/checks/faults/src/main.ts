import { parseArgs } from 'node:util';
import { CannotStart } from '@crm/local/data-folder.js';
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
  needs: Pick<Parameters<typeof openEnvironment>[0], 'hasSmallDisk' | 'hasLastRelease'>,
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

async function start(): Promise<number> {
  const onSmallDisk = wanted.filter(({ needsSmallDisk }) => needsSmallDisk);
  const onLastRelease = wanted.filter(({ needsLastRelease }) => needsLastRelease);
  const others = wanted.filter((fault) => !onSmallDisk.includes(fault) && !onLastRelease.includes(fault));
  let broken = await strikeAll(others, { hasSmallDisk: false, hasLastRelease: false });
  // Its own environment each: a roll-out leaves no process of the last release.
  for (const fault of onLastRelease)
    broken += await strikeAll([fault], { hasSmallDisk: false, hasLastRelease: true });
  return broken + (await strikeAll(onSmallDisk, { hasSmallDisk: true, hasLastRelease: false }));
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
