import { percentile } from '../percentile.js';
import { loggedErrors, lostSaves, wrongCalls, wrongCopies, wrongImports, wrongTexts } from './after-day.js';
import type { TestEnvironment } from './environment.js';
import type { DayReport } from './run-day.js';
import type { Strain } from './strain.js';
import { late } from './work-day.js';
import { createVerdicts, type Verdicts } from './verdicts.js';

type Log = (line: string) => void;

/** The same limit as the alert (deploy/operate/watching/alerts.yml). */
const second = { share: 0.95, maxMs: 1_000, because: 'HighLatency' } as const;
const month = { share: 0.5, maxMs: 300, because: 'as in statistics' } as const;
const hook = { share: 1, maxMs: 1_000, because: 'as in calls' } as const;
/** Ratio of list pages with and without a running import. */
const maxPageRatio = 3;
const maxPauseSeconds = 60;
const maxMegabytes = 1_500;
const maxAgentMinuteMs = 150;
/** Not ours: their memory is what they were given. */
const servers: ReadonlySet<string> = new Set(['store', 'broker', 'redis']);

const works: readonly [kind: string, name: string][] = [
  ['page', 'a page, no import running'],
  ['page, importing', 'a page, an import running'],
  ['lead', 'a lead opened, with all its page shows'],
  ['release', 'a lead released'],
  ['save', 'a lead saved'],
  ['text', 'a text sent'],
  ['call', 'a call, until it rings'],
  ['follow-ups', 'a page of follow-ups'],
  ['deals', 'a page of deals'],
];

const times = (count: number, what: string) => Array.from({ length: Math.max(0, count) }, () => what);

/** User-visible latencies. */
function reportWork(verdicts: Verdicts, { tallies, records, live, hooks }: DayReport): void {
  for (const [kind, name] of works) verdicts.work(name, tallies.of(kind), second);
  for (const kind of Object.values(late)) {
    const tally = tallies.of(kind);
    if (tally.took.length + tally.failures.length > 0) verdicts.work(kind, tally, second);
  }
  verdicts.work('the statistic of a month', tallies.of('statistic'), month);
  const [calm, importing] = [tallies.of('page').took, tallies.of('page, importing').took];
  if (calm.length > 0 && importing.length > 0) {
    const ratio = percentile(importing, 0.99) / percentile(calm, 0.99);
    verdicts.atMost('p99 of a page, import vs. no import', ratio, maxPageRatio, '', 'as in import');
  }

  const unheard = times(live.unheard, 'A window never received a save');
  verdicts.work('a save, until other windows update', { took: live.took, failures: unheard }, second);
  const heard = tallies.of('customer heard');
  const unread = times(records.received.size - heard.took.length, 'An agent was never notified of a text');
  verdicts.work("a customer's text, until heard of", { ...heard, failures: unread }, second);
  verdicts.none('live sockets lost or refused', tallies.of('socket').failures);

  const refused = hooks.filter(
    ({ status }) => !(typeof status === 'number' && status >= 200 && status < 300),
  );
  const took = hooks.map((each) => each.took);
  verdicts.work("the carrier's webhooks", { took, failures: refused.map(({ text }) => text) }, hook);
}

function reportImports(verdicts: Verdicts, { tallies, records }: DayReport, log: Log): void {
  const { took, failures } = tallies.of('import');
  const rows = [...records.imports.values()].reduce((sum, each) => sum + each, 0);
  const seconds = took.reduce((sum, ms) => sum + ms, 0) / 1_000;
  log(
    `       ${String(took.length)} files with ${String(rows)} rows, ${(rows / seconds).toFixed(0)} rows/s while one was in work`,
  );
  verdicts.none('uploads and imports that failed', [...tallies.of('upload').failures, ...failures]);
}

/** Whether everything acknowledged is stored exactly once, and nothing is left over. */
async function reportCounts(
  verdicts: Verdicts,
  environment: TestEnvironment,
  { records, rest }: DayReport,
): Promise<void> {
  const { databases } = environment;
  const { saved, texts, received, imports, calls } = records;
  verdicts.atMost(
    'all work done after the last click',
    rest.ms / 1_000,
    maxPauseSeconds,
    ' s',
    'OutboxStalled',
  );
  verdicts.none('left in outboxes, queues and calls', rest.left);
  verdicts.none(`lost saves of ${String(saved)}`, await lostSaves(databases, records));
  verdicts.none(
    `texts lost or duplicated of ${String(texts.size)} sent and ${String(received.size)} received`,
    await wrongTexts(environment, records),
  );
  verdicts.none(
    `files with missing leads of ${String(imports.size)}`,
    await wrongImports(databases, records),
  );
  verdicts.none(`wrongly stored calls of ${String(calls)}`, await wrongCalls(databases, calls));
  verdicts.none('lead projections that differ from leads', await wrongCopies(databases));
  verdicts.none('errors logged by services', loggedErrors(environment.logLines()));
  verdicts.none('processes that exited', environment.ended);
}

const megabytesOf = (strain: Strain | undefined) => (strain?.megabytes ?? 0).toFixed(0);

function reportStrain(verdicts: Verdicts, { strain, stallMs, agentMinutes }: DayReport, log: Log): void {
  let most = 0;
  let spent = 0;
  for (const [name, afterPause] of strain.afterPause) {
    const [before, after] = [strain.before.get(name), strain.after.get(name)];
    const seconds = (after?.seconds ?? afterPause.seconds) - (before?.seconds ?? 0);
    log(
      `       ${name.padEnd(14)} ${String(seconds).padStart(5)} s of processor time; ${megabytesOf(before)} MB before, ${megabytesOf(after)} at the end, ${megabytesOf(afterPause)} at rest`,
    );
    if (!name.startsWith('carrier')) spent += seconds;
    // Most of the store's memory is mapped pages, which are reclaimable.
    if (!servers.has(name)) most = Math.max(most, after?.megabytes ?? 0, afterPause.megabytes);
  }
  verdicts.atMost(
    'processor time of an agent-minute',
    (spent / agentMinutes) * 1_000,
    maxAgentMinuteMs,
    ' ms',
    'imports running, store and broker included',
  );
  verdicts.atMost('memory of the largest process', most, maxMegabytes, ' MB', 'HighMemory');
  log(`       the process of the bench itself stood still for ${stallMs.toFixed(0)} ms at its p99`);
}

/** Prints the results with their limits. Returns how many missed theirs. */
export async function reportDay(
  environment: TestEnvironment,
  reported: DayReport,
  log: Log,
): Promise<number> {
  const verdicts = createVerdicts(log);
  reportWork(verdicts, reported);
  reportImports(verdicts, reported, log);
  await reportCounts(verdicts, environment, reported);
  reportStrain(verdicts, reported, log);
  const { passed, failed } = verdicts.counts();
  log(`${String(passed)} passed, ${String(failed)} failed`);
  return failed;
}
