import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectId } from 'mongodb';
import { getImport, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { fileOfLeads } from '@crm/faults/load/bring-leads.js';
import { person, type Person } from '@crm/faults/load/person.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { commandsOf } from '../clicks/counters.js';
import {
  frequentCommands,
  measuredPassword,
  openMeasuredSystem,
  type MeasuredSystem,
} from '../measured-system.js';

const idleMs = 10_000;
const lookEveryMs = 50;
const warmUpRows = 500;
const wantedMs = 0.8;
const wantedBesideMs = 1_000;
const rowsPerMeasure = 50_000;
const wantedSeconds = 30;
const patienceMs = 600_000;
/** The statistic's rows of a new installation. */
const figures = 'leads_1';
/** Services with a projection of leads' agents. */
const holders = ['telephony', 'messaging', 'followups'];

async function upload(admin: Person, rows: number): Promise<string> {
  const said = await admin.upload(uploadBulkCsv, fileOfLeads(rows));
  if (said.is !== 'acknowledged') throw new Error(`A file was not taken: ${JSON.stringify(said)}`);
  return said.answer.import.id;
}

/** How many leads every service knows, by the counts that the store keeps: no look at a row. */
async function knownLeads({ databases }: MeasuredSystem): Promise<number> {
  const counts = await Promise.all([
    databases('stats').collection(figures).estimatedDocumentCount(),
    ...holders.map((service) => databases(service).collection('leadaccess').estimatedDocumentCount()),
  ]);
  return Math.min(...counts);
}

/** Resolves when so many more leads are known everywhere. */
async function untilKnown(system: MeasuredSystem, leads: number): Promise<void> {
  const from = performance.now();
  while ((await knownLeads(system)) < leads) {
    if (performance.now() - from > patienceMs) throw new Error('The import is not known everywhere');
    await pause(lookEveryMs);
  }
}

/**
 * What an imported row costs until every service knows of it: processor time of all processes, store commands and
 * messages; how long it takes, and how long a file of one row waits that is uploaded while a large one is imported.
 */
export async function benchImportEverywhere(options: {
  rabbitmqUrl: string;
  rows: number;
  isProfiled: boolean;
  log: (line: string) => void;
}): Promise<void> {
  const { rows, log } = options;
  const system = await openMeasuredSystem(options);
  try {
    const { databases, environment, spentBy, settle } = system;
    const admin = await person(environment.url, demoAdminEmail, measuredPassword, environment.authUrl);
    const importRows = async (count: number) => {
      const from = performance.now();
      const known = await knownLeads(system);
      await upload(admin, count);
      await untilKnown(system, known + count);
      return performance.now() - from;
    };
    await importRows(warmUpRows);
    await settle();
    const idling = await spentBy(
      () => pause(idleMs),
      () => Promise.resolve(),
    );
    let tookMs = 0;
    const spent = await system.profiled(() =>
      spentBy(
        async () => {
          tookMs = await importRows(rows);
        },
        settle,
        { spent: idling, ms: idleMs },
      ),
    );
    const commands = commandsOf(spent);
    const cost = spent.milliseconds / rows;
    log(
      `a row of ${String(rows)} known everywhere  ${cost.toFixed(2)} ms (${String(wantedMs)} wanted)  commands ${(commands / rows).toFixed(3)}  events ${(spent.messages / rows).toFixed(2)}`,
    );
    log(
      `    ${[...spent.processes].map(([name, ms]) => `${name} ${(ms / rows).toFixed(3)}`).join(', ')} ms a row`,
    );
    log(`    ${frequentCommands(spent, rows, 14)}`);
    log(
      `    all known after ${(tookMs / 1_000).toFixed(1)} s, ${((tookMs / rows / 1_000) * rowsPerMeasure).toFixed(0)} s for ${String(rowsPerMeasure)} (${String(wantedSeconds)} wanted)`,
    );

    const known = await knownLeads(system);
    const large = await upload(admin, rows);
    const imported = async () => (await admin.must(getImport, { params: { id: large } })).saved;
    while ((await imported()) === 0) await pause(lookEveryMs);
    const from = performance.now();
    const small = await upload(admin, 1);
    const isKnown = async () => {
      const lead = await databases('leads')
        .collection<{ _id: ObjectId; importKey: string }>('leads')
        .findOne({ importKey: { $gte: `${small}:`, $lt: `${small};` } }, { projection: { _id: 1 } });
      if (lead === null) return false;
      const [row, ...found] = await Promise.all([
        databases('stats').collection<{ _id: string }>(figures).findOne({ _id: lead._id.toHexString() }),
        ...holders.map((service) => databases(service).collection('leadaccess').findOne({ _id: lead._id })),
      ]);
      return row !== null && found.every((each) => each !== null);
    };
    while (!(await isKnown())) await pause(lookEveryMs);
    const besideMs = performance.now() - from;
    const others = `${String(await imported())} of the others imported, ${String((await knownLeads(system)) - known)} known by then`;
    log(
      `one row beside them known after ${besideMs.toFixed(0)} ms (${String(wantedBesideMs)} wanted), ${others}`,
    );
    await untilKnown(system, known + rows + 1);
  } finally {
    await system.close();
  }
}
