import { percentile } from '../percentile.js';
import { loggedErrors, lostSaves, wrongCalls, wrongCopies, wrongImports, wrongTexts } from './after-day.js';
import type { Floor } from './floor.js';
import type { DayTold } from './run-day.js';
import type { Strain } from './strain.js';
import { createVerdicts, type Verdicts } from './verdicts.js';

type Log = (line: string) => void;

/** One answer in twenty that takes longer is an alert (deploy/watching/alerts.yml). */
const second = { share: 0.95, mostMs: 1_000, because: 'AnswersSlow' } as const;
const month = { share: 0.5, mostMs: 300, because: 'as in statistics' } as const;
const hook = { share: 1, mostMs: 1_000, because: 'as in calls' } as const;
/** A page of the list while an import runs, by one while none does. */
const mostPageRatio = 3;
const mostRestSeconds = 60;
const mostMegabytes = 1_500;

const works: readonly [kind: string, name: string][] = [
  ['page', 'a page, no import running'],
  ['page, importing', 'a page, an import running'],
  ['hold', 'a lead held as it is opened'],
  ['lead', 'a lead read'],
  ['conversation', 'its conversation'],
  ['follow-up of a lead', 'its follow-up'],
  ['release', 'a lead released'],
  ['save', 'a lead saved'],
  ['text', 'a text sent'],
  ['call', 'a call, until it rings'],
  ['follow-ups', 'a page of follow-ups'],
  ['deals', 'a page of deals'],
];

const times = (count: number, what: string) => Array.from({ length: Math.max(0, count) }, () => what);

/** What people waited for. */
function tellWork(verdicts: Verdicts, { tallies, records, live, hooks }: DayTold): void {
  for (const [kind, name] of works) verdicts.work(name, tallies.of(kind), second);
  verdicts.work('the statistic of a month', tallies.of('statistic'), month);
  const [calm, importing] = [tallies.of('page').took, tallies.of('page, importing').took];
  if (calm.length > 0 && importing.length > 0) {
    const ratio = percentile(importing, 0.99) / percentile(calm, 0.99);
    verdicts.atMost('p99 of a page, importing by not', ratio, mostPageRatio, '', 'as in import');
  }

  const unheard = times(live.unheard, 'A window never heard of a save');
  verdicts.work('a save, until other windows know', { took: live.took, failures: unheard }, second);
  const heard = tallies.of('customer heard');
  const unread = times(records.received.size - heard.took.length, 'An agent never heard of a text');
  verdicts.work("a customer's text, until heard of", { ...heard, failures: unread }, second);
  verdicts.none('live sockets lost or refused', tallies.of('socket').failures);

  const refused = hooks.filter(
    ({ status }) => !(typeof status === 'number' && status >= 200 && status < 300),
  );
  const took = hooks.map((each) => each.took);
  verdicts.work("the carrier's webhooks", { took, failures: refused.map(({ text }) => text) }, hook);
}

function tellImports(verdicts: Verdicts, { tallies, records }: DayTold, log: Log): void {
  const { took, failures } = tallies.of('import');
  const rows = [...records.imports.values()].reduce((sum, each) => sum + each, 0);
  const seconds = took.reduce((sum, ms) => sum + ms, 0) / 1_000;
  log(
    `       ${String(took.length)} files with ${String(rows)} rows, ${(rows / seconds).toFixed(0)} rows/s while one was in work`,
  );
  verdicts.none('uploads and imports that failed', [...tallies.of('upload').failures, ...failures]);
}

/** Whether all that was acknowledged is there, once, and nothing else is left. */
async function tellCounts(verdicts: Verdicts, floor: Floor, { records, rest }: DayTold): Promise<void> {
  const { databases } = floor;
  const { saved, texts, received, imports, calls } = records;
  verdicts.atMost(
    'nothing waits, after the last click',
    rest.ms / 1_000,
    mostRestSeconds,
    ' s',
    'OutboxStands',
  );
  verdicts.none('left in outboxes, queues and calls', rest.left);
  verdicts.none(`lost of ${String(saved)} saves`, await lostSaves(databases, records));
  verdicts.none(
    `of ${String(texts.size)} texts and ${String(received.size)} answers not there once`,
    await wrongTexts(floor, records),
  );
  verdicts.none(
    `of ${String(imports.size)} files not a lead for each row`,
    await wrongImports(databases, records),
  );
  verdicts.none(`of ${String(calls)} calls not kept as they went`, await wrongCalls(databases, calls));
  verdicts.none('what services know wrongly of leads', await wrongCopies(databases));
  verdicts.none('errors that services logged', loggedErrors(floor.logLines()));
  verdicts.none('processes that ended', floor.ended);
}

const megabytesOf = (strain: Strain | undefined) => (strain?.megabytes ?? 0).toFixed(0);

function tellStrain(verdicts: Verdicts, { strain, stallMs }: DayTold, log: Log): void {
  let most = 0;
  for (const [name, rested] of strain.rested) {
    const [before, after] = [strain.before.get(name), strain.after.get(name)];
    const seconds = (after?.seconds ?? rested.seconds) - (before?.seconds ?? 0);
    log(
      `       ${name.padEnd(14)} ${String(seconds).padStart(5)} s of processor time; ${megabytesOf(before)} MB before, ${megabytesOf(after)} at the end, ${megabytesOf(rested)} at rest`,
    );
    // Most of the store's is its file, whose pages the system may drop.
    if (name !== 'store') most = Math.max(most, after?.megabytes ?? 0, rested.megabytes);
  }
  verdicts.atMost('memory of the largest process', most, mostMegabytes, ' MB', 'MemoryGrows');
  log(`       the process of the bench itself stood still for ${stallMs.toFixed(0)} ms at its p99`);
}

/** Prints what the day came to, each figure beside its limit. Answers how many do not hold. */
export async function tellDay(floor: Floor, told: DayTold, log: Log): Promise<number> {
  const verdicts = createVerdicts(log);
  tellWork(verdicts, told);
  tellImports(verdicts, told, log);
  await tellCounts(verdicts, floor, told);
  tellStrain(verdicts, told, log);
  const { passed, failed } = verdicts.counts();
  log(`${String(passed)} passed, ${String(failed)} failed`);
  return failed;
}
