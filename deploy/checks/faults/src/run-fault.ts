import { setTimeout as pause } from 'node:timers/promises';
import { restCreateLead } from '@crm/contracts/http/leads.js';
import { uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { untilWhole } from './checks/all-checks.js';
import type { Fault } from './faults.js';
import type { Pace } from './pace.js';
import type { FaultEnvironment } from './environment.js';
import { openLiveWatch } from './live-watch.js';
import { fileOfLeads } from './load/bring-leads.js';
import { watchCarrier } from './load/carrier-watch.js';
import { lifeLead } from './load/customers.js';
import type { Ledger } from './load/ledger.js';
import { startLoad } from './load/load.js';

/** Duration of the load before and after the fault. */
const beforeMs = 3_000;
const afterMs = 3_000;
/**
 * Time limit for recovery without intervention. The leases of work that a killed process had claimed expire first: sending
 * a text after 90 seconds, fetching a recording after three minutes; calls are reconciled by polling after a minute or more.
 */
export const recoveryMs = 240_000;
const liveMs = 20_000;
const rowsAfterwards = 3;

export interface Outcome {
  name: string;
  ledger: Ledger;
  /** From the end of the fault until the first acknowledged request. */
  answersAgainMs: number;
  /** From the end of the load until no requirement was violated. */
  wholeMs: number;
  complaints: string[];
}

/** Checks that a window opened before the fault still receives live events, by creating a lead. */
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

/** Checks that file uploads work again: a GridFS bucket is bound to a client, which an outage may have replaced. */
async function fileComplaints({ admin }: FaultEnvironment): Promise<string[]> {
  const said = await admin.upload(uploadBulkCsv, fileOfLeads(rowsAfterwards));
  return said.is === 'acknowledged' ? [] : [`A file was not taken afterwards: ${JSON.stringify(said)}`];
}

/** Fails a vacuous run: an activity that never succeeded under load was not tested. */
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

/** Injects a fault under load, continues the load, and checks the system's state against the acknowledged requests. */
export async function runFault(environment: FaultEnvironment, fault: Fault, pace: Pace): Promise<Outcome> {
  const { report } = pace;
  const live = await openLiveWatch(environment.system.url, environment.admin);
  const watch = await watchCarrier(environment.carrierUrl);
  const load = startLoad(environment);
  try {
    await pause(beforeMs);
    await fault.strike(environment, pace);
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
