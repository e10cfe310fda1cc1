import { databaseAt } from '@crm/local/environments.js';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultEnvironment } from '../environment.js';
import type { CarrierWatch } from '../load/carrier-watch.js';
import type { Ledger } from '../load/ledger.js';
import { callComplaints } from './calls.js';
import { leadComplaints, storedLeads } from './leads.js';
import { migrationComplaints } from './migrations.js';
import { leftoverComplaints, processComplaints } from './leftovers.js';
import { accessComplaints, figureComplaints, rowComplaints } from './projections.js';
import { textComplaints } from './texts.js';

const lookEveryMs = 500;
const reportEveryMs = 20_000;

/** All violated requirements. */
async function complaints(
  environment: FaultEnvironment,
  ledger: Ledger,
  watch: CarrierWatch,
): Promise<string[]> {
  const { databases, admin, system, broker, carrierUrl, keys } = environment;
  const early = [...processComplaints(system), ...(await leftoverComplaints(databases, broker.url))];
  if (early.length > 0) return early;
  await watch.look();
  for (const words of watch.received) ledger.received.add(words);
  const leads = await storedLeads(databases);
  const messaging = {
    uri: databaseAt(system.storeUri, 'messaging'),
    masterKeys: JSON.stringify(keys.masters),
  };
  return [
    ...leadComplaints(leads, ledger),
    ...(await accessComplaints(databases, leads)),
    ...(await rowComplaints(databases, leads)),
    ...(await figureComplaints(admin, leads)),
    ...(await textComplaints(messaging, { url: carrierUrl, keys: keys.carrier }, ledger)),
    ...(await callComplaints(databases, watch)),
    ...(await migrationComplaints(environment)),
  ];
}

/** Waits until no requirement is violated. Returns what still is when the time is up. */
export async function untilWhole(
  environment: FaultEnvironment,
  ledger: Ledger,
  watch: CarrierWatch,
  { patienceMs, report }: { patienceMs: number; report: (stillWrong: string) => void },
): Promise<string[]> {
  const givesUpAt = Date.now() + patienceMs;
  let reportedAt = Date.now();
  for (;;) {
    const found = await complaints(environment, ledger, watch).catch((error: unknown) => [
      `It cannot be looked at: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300),
    ]);
    if (found.length === 0 || Date.now() > givesUpAt) return found;
    if (Date.now() - reportedAt > reportEveryMs) {
      report(found[0] ?? '');
      reportedAt = Date.now();
    }
    await pause(lookEveryMs);
  }
}
