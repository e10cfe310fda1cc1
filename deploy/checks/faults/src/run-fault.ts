import { setTimeout as pause } from 'node:timers/promises';
import { restCreateLead, uploadBulkCsv } from '@crm/contracts/http/leads.js';
import { untilWhole } from './checks/all-checks.js';
import type { Fault, Pace } from './faults.js';
import type { FaultEnvironment } from './environment.js';
import { openLiveWatch } from './live-watch.js';
import { fileOfLeads } from './load/bring-leads.js';
import { watchCarrier } from './load/carrier-watch.js';
import { lifeLead } from './load/customers.js';
import type { Ledger } from './load/ledger.js';
import { startLoad } from './load/load.js';

/** Load before the fault, and behind it. */
const beforeMs = 3_000;
const afterMs = 3_000;
/**
 * By then everything is as it must be, with nobody's hand: an attempt at a text that a killed process had begun is given up
 * after 90 seconds, the line of a call is asked about after a minute and more, and a recording whose fetching a killed
 * process had begun is fetched again after three minutes.
 */
export const recoveryMs = 240_000;
const liveMs = 20_000;
const rowsAfterwards = 3;

export interface Outcome {
  name: string;
  ledger: Ledger;
  /** From the end of the fault until somebody's click went through. */
  answersAgainMs: number;
  /** From the end of the load until nothing was wrong any more. */
  wholeMs: number;
  complaints: string[];
}

/** A window that was open all the while receives of a lead that is made now. */
async function liveComplaints(
  environment: FaultEnvironment,
  watch: Awaited<ReturnType<typeof openLiveWatch>>,
): Promise<string[]> {
  const [desk] = environment.desks;
  if (desk === undefined) return ['Nobody works'];
  try {
    const body = lifeLead(`Heard ${String(Date.now())}`, environment.newNumber());
    const { id } = await desk.agent.must(restCreateLead, { body });
    await watch.receives(id, liveMs);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** What is taken in one piece is taken again: a file finds the store through another door than documents do. */
async function fileComplaints({ admin }: FaultEnvironment): Promise<string[]> {
  const said = await admin.upload(uploadBulkCsv, fileOfLeads(rowsAfterwards));
  return said.is === 'acknowledged' ? [] : [`A file was not taken afterwards: ${JSON.stringify(said)}`];
}

/** A load in which something does not go at all says nothing about it. */
function idleComplaints({
  acknowledged,
  texts,
  received,
  intakes,
  imports,
  calls,
  surprises,
}: Ledger): string[] {
  const done = { acknowledged, texts: texts.size, received: received.size, intakes: intakes.size };
  const counts = Object.entries({ ...done, imports: imports.size, calls });
  return [
    ...counts.flatMap(([what, count]) => (count === 0 ? [`The load did nothing: no ${what}`] : [])),
    ...[...new Set(surprises)].slice(0, 5),
  ];
}

async function firstAnswer(ledger: Ledger, since: number): Promise<number> {
  while (ledger.acknowledgedAt < since && Date.now() - since < recoveryMs) await pause(20);
  return ledger.acknowledgedAt < since ? Infinity : ledger.acknowledgedAt - since;
}

/** Works under load, lets the fault strike, works on, and looks whether all is as everybody was told. */
export async function runFault(
  environment: FaultEnvironment,
  fault: Fault,
  { outMs, report }: Pace & { report: (line: string) => void },
): Promise<Outcome> {
  const live = await openLiveWatch(environment.system.url, environment.admin);
  const watch = await watchCarrier(environment.carrierUrl);
  const load = startLoad(environment);
  try {
    await pause(beforeMs);
    await fault.strike(environment, { outMs });
    report('the fault is over');
    const answersAgainMs = await firstAnswer(load.ledger, Date.now());
    await pause(afterMs);
    await load.stop();
    report('nobody works any more');
    const from = Date.now();
    const wrong = await untilWhole(environment, load.ledger, watch, { patienceMs: recoveryMs, report });
    const wholeMs = Date.now() - from;
    const complaints = [
      ...wrong,
      ...(await liveComplaints(environment, live)),
      ...(await fileComplaints(environment)),
      ...idleComplaints(load.ledger),
    ];
    return { name: fault.name, ledger: load.ledger, answersAgainMs, wholeMs, complaints };
  } finally {
    await load.stop();
    await watch.stop();
    live.close();
  }
}
