import { collectionsOf, earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { LeadsContext } from '../context.js';
import { namesPerson } from './privacy-request.rules.js';
import type { ImportDoc, RefusedRowDoc } from '../imports/import.model.js';
import type { ImportsContext } from '../imports/imports-context.js';
import { endedBefore, rowsKeptUntil } from '../imports/rows-kept.rules.js';

type Deps = { imports: ImportsContext } & Pick<LeadsContext, 'legalHolds' | 'dataKeys'>;

/** Rows that are deleted at a time. */
const batchSize = 1_000;
/** Before rows that a hold keeps are looked at again. */
const pauseMs = 24 * 3600 * 1000;

/** What legal holds name, as rows are searched for it. */
async function heldPerson({ legalHolds }: Deps): Promise<{ phones: string[]; emails: string[] }> {
  const addresses = (await legalHolds.find({ active: 1 }, { address: 1 }).lean()).map(
    ({ address }) => address,
  );
  return {
    phones: addresses.filter((address) => !address.includes('@')),
    emails: addresses.filter((address) => address.includes('@')),
  };
}

/** Deletes the refused rows of an import, but for those that a legal hold names; answers whether none is left. */
async function eraseRows(deps: Deps, importDoc: Pick<ImportDoc, '_id'>): Promise<boolean> {
  const { refusedRows } = deps.imports;
  const held = await heldPerson(deps);
  const all = { import_id: importDoc._id };
  if (held.phones.length + held.emails.length === 0) {
    await refusedRows.deleteMany(all);
    return true;
  }
  let batch: string[] = [];
  const flush = async () => {
    if (batch.length > 0) await refusedRows.deleteMany({ _id: { $in: batch } });
    batch = [];
  };
  let isEmpty = true;
  for await (const { _id, row } of refusedRows
    .find(all, { import_id: 1, row: 1 })
    .lean<RefusedRowDoc[]>()
    .cursor()) {
    if (namesPerson(row, held)) isEmpty = false;
    else batch.push(_id);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return isEmpty;
}

/** Erases the refused rows of imports that ended long enough ago. What a legal hold names stays until it is lifted. */
export function expireRefusedRows(deps: Deps): Job {
  const { imports, clock, log } = deps.imports;
  const kept = { state: { $in: ['done', 'failed'] as ImportDoc['state'][] }, rows_erased_at: null };
  let rested: Date | undefined;
  return {
    name: 'refused-rows',
    collections: collectionsOf(imports),
    nextDueAt: async () => {
      const oldest = await earliestDue(imports, 'finishedAt', kept);
      const due = oldest && rowsKeptUntil(oldest);
      return due && rested && rested > due ? rested : due;
    },
    run: async () => {
      const now = clock.now();
      const due = await imports
        .find({ ...kept, finishedAt: { $lte: endedBefore(now), $gt: new Date(0) } }, { _id: 1 })
        .lean<Pick<ImportDoc, '_id'>[]>();
      let erased = 0;
      for (const importDoc of due) {
        if (!(await eraseRows(deps, importDoc))) continue;
        await deps.dataKeys.destroy([importDoc._id.toHexString()], now);
        erased += 1;
        await imports.updateOne({ _id: importDoc._id }, { $set: { rows_erased_at: now } });
      }
      if (erased > 0)
        log.info({ area: 'imports', imports: erased }, 'refused rows erased at the end of their time');
      rested = erased < due.length ? new Date(now.getTime() + pauseMs) : undefined;
      return false;
    },
  };
}
