import { setTimeout as pause } from 'node:timers/promises';
import { getImport, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { fileOfLeads } from '@crm/faults/load/bring-leads.js';
import type { Person } from '@crm/faults/load/person.js';
import type { Records } from './records.js';
import type { Tallies } from './tallies.js';

const lookEveryMs = 500;
/** Pause between files: pages are also measured without an import, for comparison. */
const pauseMs = 20_000;
/** Timeout of an import. */
const patienceMs = 600_000;

/** The state of the admin's uploads. */
export interface Importing {
  isRunning: boolean;
}

/** An admin who uploads one file after another. */
export async function importFiles(
  admin: Person,
  options: { rows: number; until: number; importing: Importing; tallies: Tallies; records: Records },
): Promise<void> {
  const { rows, until, importing, tallies, records } = options;

  async function untilIn(id: string): Promise<void> {
    const givesUpAt = Date.now() + patienceMs;
    for (;;) {
      const said = await admin.call(getImport, { params: { id } });
      if (said.is !== 'acknowledged') tallies.of('import').failures.push(JSON.stringify(said));
      else if (said.answer.state === 'done') {
        const { saved, refused, duplicates } = said.answer;
        if (saved !== rows)
          tallies
            .of('import')
            .failures.push(
              `Of ${String(rows)} rows ${String(saved)} were saved, ${String(refused)} refused, ${String(duplicates)} known`,
            );
        return;
      } else if (said.answer.state === 'failed' || Date.now() > givesUpAt) {
        tallies.of('import').failures.push(`${said.answer.state}: ${said.answer.message}`);
        return;
      }
      await pause(lookEveryMs);
    }
  }

  do {
    const from = performance.now();
    importing.isRunning = true;
    const answer = await tallies.time('upload', () => admin.upload(uploadBulkCsv, fileOfLeads(rows)));
    if (answer !== undefined) {
      records.imports.set(answer.import.id, rows);
      await untilIn(answer.import.id);
      tallies.of('import').took.push(performance.now() - from);
    }
    importing.isRunning = false;
    await pause(Math.min(pauseMs, Math.max(0, until - Date.now())));
  } while (Date.now() < until);
}
