import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { insertUnlessKnown } from '../lead/insert-unless-known.js';
import type { ImportDoc, RefusedRowDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import type { ImportOfRows, RowToInsert } from './leads-client.js';
import type { ReadRecord } from './read-batch.js';

/** So much of a refused row is kept, in characters. */
export const maxKeptRow = 2_000;

type Counts = Pick<ImportDoc, 'read' | 'saved' | 'refused' | 'duplicates'>;

/** A row whose person is a lead already, and by what that is known. */
export interface DuplicateRow {
  line: number;
  by: readonly ('phone' | 'email')[];
}

const fieldNames = { phone: 'phone', email: 'e-mail' } as const;
const duplicateStart = 'Duplicate: ';
/** Why a row of a person who is a lead already is refused. */
export const duplicateReason = (by: DuplicateRow['by']) =>
  `${duplicateStart}a lead with this ${by.map((field) => fieldNames[field]).join(' and ')} exists`;
/** Whether a kept reason says that the row was a duplicate, which is counted apart. */
export const isDuplicateReason = (reason: string) => reason.startsWith(duplicateStart);
/** By what a kept reason says that the person is known. */
export const duplicateFields = (reason: string): DuplicateRow['by'] =>
  (['phone', 'email'] as const).filter(
    (field) => isDuplicateReason(reason) && reason.includes(fieldNames[field]),
  );

/** An import as its rows name it. */
const importOf = ({ _id, type_id, file, starter, consent }: ImportDoc): ImportOfRows => ({
  id: _id.toHexString(),
  typeId: type_id,
  file,
  starter,
  consent: consent ?? null,
});

/** Duplicates among the rows themselves, of which the first one counts, and those that are leads already. */
async function splitDuplicates(
  ctx: ImportsContext,
  typeId: ImportDoc['type_id'],
  rows: readonly RowToInsert[],
): Promise<{ fresh: RowToInsert[]; duplicates: DuplicateRow[] }> {
  const emailOf = ({ row }: RowToInsert) => row.email?.toLowerCase();
  const phones = rows.map(({ row }) => row.phone);
  const emails = rows.map(emailOf).filter((email) => email !== undefined);
  const known = await ctx.leads.findDuplicates(typeId, [...new Set(phones)], [...new Set(emails)]);
  const seenPhones = new Set(known.phones);
  const seenEmails = new Set(known.emails);
  const fresh: RowToInsert[] = [];
  const duplicates: DuplicateRow[] = [];
  for (const each of rows) {
    const email = emailOf(each);
    const by: DuplicateRow['by'] = [
      ...(seenPhones.has(each.row.phone) ? (['phone'] as const) : []),
      ...(email !== undefined && seenEmails.has(email) ? (['email'] as const) : []),
    ];
    if (by.length > 0) duplicates.push({ line: each.line, by });
    else fresh.push(each);
    seenPhones.add(each.row.phone);
    if (email !== undefined) seenEmails.add(email);
  }
  return { fresh, duplicates };
}

/**
 * Makes leads of valid rows, each once, with what proves their persons' consent: what a batch of a file does, and a row that
 * is corrected afterwards. Answers those whose person is a lead already.
 */
export async function importRows(
  ctx: ImportsContext,
  importDoc: ImportDoc,
  valid: readonly RowToInsert[],
): Promise<DuplicateRow[]> {
  const { fresh, duplicates } = await splitDuplicates(ctx, importDoc.type_id, valid);
  const of = importOf(importDoc);
  await ctx.leads.saveConsents(valid, of);
  const late = await ctx.leads.insertRows(fresh, of);
  return [...duplicates, ...late];
}

async function saveRefused(
  ctx: ImportsContext,
  importDoc: ImportDoc,
  refused: readonly { line: number; reason: string }[],
  texts: ReadonlyMap<number, string>,
): Promise<void> {
  if (refused.length === 0) return;
  await insertUnlessKnown(
    nativeCollection<RefusedRowDoc>(ctx.refusedRows),
    refused.map(({ line, reason }) => ({
      _id: `${importDoc._id.toHexString()}:${String(line)}`,
      import_id: importDoc._id,
      line,
      reason,
      row: (texts.get(line) ?? '').slice(0, maxKeptRow),
    })),
  );
}

/**
 * Saves a batch: its leads, its refused rows. May be done twice with the same outcome, before its commit: whoever takes an
 * import over says of its first batch that it may be half saved.
 */
export async function saveBatch(
  ctx: ImportsContext,
  importDoc: ImportDoc,
  records: readonly ReadRecord[],
  mayBeHalfSaved: boolean,
): Promise<Counts> {
  const id = importDoc._id.toHexString();
  const lines = mayBeHalfSaved ? records.map(({ line }) => line) : [];
  const already = await ctx.leads.linesAlreadyIn(id, lines);
  const invalid: { line: number; reason: string }[] = [];
  const valid: RowToInsert[] = [];
  for (const { line, outcome } of records) {
    if (already.has(line)) continue;
    if ('reason' in outcome) invalid.push({ line, reason: outcome.reason });
    else valid.push({ line, row: outcome.row });
  }
  const duplicates = await importRows(ctx, importDoc, valid);
  const refused = [...invalid, ...duplicates.map(({ line, by }) => ({ line, reason: duplicateReason(by) }))];
  await saveRefused(ctx, importDoc, refused, new Map(records.map(({ line, text }) => [line, text])));
  return {
    read: records.length,
    saved: valid.length - duplicates.length + already.size,
    refused: invalid.length,
    duplicates: duplicates.length,
  };
}
