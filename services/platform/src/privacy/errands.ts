import type { z } from 'zod';
import {
  privacyErrandDone,
  privacyErrands,
  type Person,
  type PersonCounts,
  type PersonRecords,
} from '@crm/contracts/http/privacy.js';
import type { InputOf } from '@crm/contracts/http/endpoint.js';
import type { ServiceClient } from '../http/service-client.js';
import { repeat, type Worker } from '../lifecycle/repeat.js';
import type { Logger } from '../log/logger.js';

const everyMs = 3_000;
/** Records of one sheet: far below what leads takes in one call. */
const sheetSize = 500;

/** What a service does in a person's name (contracts/http/privacy). Both may come twice. */
export interface PersonDesk {
  /** Everything that is kept of the person, for them to read. */
  collect(person: Person): Promise<PersonRecords[]>;
  /** Erases it. Answers how many of which kind, and whether nothing is left: what is in use waits for the next turn. */
  erase(person: Person): Promise<{ counts: PersonCounts; isWhole: boolean }>;
}

type Errand = z.output<(typeof privacyErrands)['answer']>['errands'][number];
export type ErrandReport = InputOf<typeof privacyErrandDone>['body'];

/** Where errands are fetched and told of. */
export interface ErrandBook {
  open(): Promise<Errand[]>;
  report(id: string, report: ErrandReport): Promise<unknown>;
}

/** Records in sheets of a size that one call carries, in their order; one empty sheet where there is nothing. */
export function sheetsOf(records: readonly PersonRecords[], size = sheetSize): PersonRecords[][] {
  const sheets: PersonRecords[][] = [];
  let left = 0;
  for (const { kind, items } of records) {
    for (let from = 0; from < items.length;) {
      if (left === 0) {
        sheets.push([]);
        left = size;
      }
      const some = items.slice(from, from + left);
      sheets.at(-1)?.push({ kind, items: some });
      from += some.length;
      left -= some.length;
    }
  }
  return sheets.length === 0 ? [[]] : sheets;
}

const countsOf = (records: readonly PersonRecords[]): PersonCounts =>
  Object.fromEntries(records.map(({ kind, items }) => [kind, items.length]));

async function runErrand(book: ErrandBook, desk: PersonDesk, { id, kind, ...person }: Errand): Promise<void> {
  if (kind === 'erasure') {
    const { counts, isWhole } = await desk.erase(person);
    await book.report(id, { sheet: 0, is_last: isWhole, counts, records: [] });
    return;
  }
  const collected = await desk.collect(person);
  const counts = countsOf(collected);
  const sheets = sheetsOf(collected);
  for (const [sheet, records] of sheets.entries()) {
    await book.report(id, { sheet, is_last: sheet === sheets.length - 1, counts, records });
  }
}

/** Does what is open, each for itself: one that fails stays open, and the first failure is thrown once all were tried. */
export async function workOffErrands(book: ErrandBook, desk: PersonDesk): Promise<void> {
  let failed: { error: unknown } | undefined;
  for (const errand of await book.open()) {
    try {
      await runErrand(book, desk, errand);
    } catch (error) {
      failed ??= { error };
    }
  }
  if (failed !== undefined) throw failed.error;
}

/** Asks leads every three seconds what is to be collected or erased here, until it is stopped. */
export function startErrands({
  services,
  desk,
  log,
}: {
  services: ServiceClient;
  desk: PersonDesk;
  log: Logger;
}): Worker {
  const book: ErrandBook = {
    open: async () => (await services.call(privacyErrands, {}, { asService: true })).errands,
    report: (id, body) => services.call(privacyErrandDone, { params: { id }, body }, { asService: true }),
  };
  return repeat(everyMs, 'privacy errands', () => workOffErrands(book, desk), log);
}
