import type { Actor } from '@crm/contracts/access.js';
import { importProgressed } from '@crm/contracts/bus/events.js';
import type { GivenFields, RetriedRow, RetriedRowAnswer } from '@crm/contracts/entities/lead-import.js';
import { faultsByField, importRowOn } from '@crm/contracts/leads/import-row.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { toE164 } from '@crm/contracts/phone.js';
import { alreadyExists } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { countsOf, eventAbout } from './import-events.js';
import type { ImportDoc, RefusedRowDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import type { RowToInsert } from './leads-client.js';
import { fieldsOfRow, findImport } from './refused-rows.js';
import { duplicateReason, importRows, isDuplicateReason } from './save-batch.js';

const imported = (line: number): RetriedRowAnswer => ({ line, result: 'imported', reason: '', errors: {} });
const refusedFor = (line: number, reason: string, errors: GivenFields = {}): RetriedRowAnswer => ({
  ...{ line, reason, errors },
  result: 'refused',
});
const gone = (line: number): RetriedRowAnswer => ({
  ...{ line, errors: {} },
  result: 'gone',
  reason: 'This row is no longer kept',
});

/** A row with its corrections, read as a row of the file is; or how it came out already. */
function readCorrected(
  { line, fields }: RetriedRow,
  refused: RefusedRowDoc,
  { layout }: ImportDoc,
  today: string,
): RowToInsert | RetriedRowAnswer {
  const own = fieldsOfRow(refused, layout);
  if (own === null) return refusedFor(line, 'This row can only be corrected in its file');
  const read = importRowOn(today).safeParse({ ...own, ...fields });
  if (read.success) {
    const { phone } = read.data;
    return { line, row: read.data, isOtherPhone: phone !== toE164(own['phone'] ?? '') };
  }
  const errors = faultsByField(read.error);
  return refusedFor(line, Object.values(errors).join('; '), errors);
}

/**
 * Takes rows that are leads now from the refused ones and counts them as saved, with an event; each is counted by whoever
 * takes it out, where two corrected it at once.
 */
async function takeOut(
  ctx: ImportsContext,
  actor: Actor,
  importDoc: ImportDoc,
  rows: readonly RefusedRowDoc[],
): Promise<ImportDoc> {
  const countTaken = async (areDuplicates: boolean) => {
    const those = rows.filter(({ reason }) => isDuplicateReason(reason) === areDuplicates);
    if (those.length === 0) return 0;
    return (await ctx.refusedRows.deleteMany({ _id: { $in: those.map(({ _id }) => _id) } })).deletedCount;
  };
  const [refused, duplicates] = await Promise.all([countTaken(false), countTaken(true)]);
  const saved = refused + duplicates;
  const id = importDoc._id.toHexString();
  if (saved === 0) return findImport(ctx, id);
  const changed = await retryOnConflict(async () => {
    const before = await findImport(ctx, id);
    const after: ImportDoc = {
      ...before,
      version: before.version + 1,
      saved: before.saved + saved,
      refused: before.refused - refused,
      duplicates: before.duplicates - duplicates,
    };
    const counts = { saved: after.saved, refused: after.refused, duplicates: after.duplicates };
    const event = newEvent(importProgressed, { ...eventAbout(ctx, after, actor), data: countsOf(after) });
    const { matchedCount } = await ctx.imports.updateOne(
      { _id: before._id, version: before.version },
      withEvents({ $set: counts }, [event], ctx.clock.now()),
    );
    return matchedCount === 0 ? undefined : after;
  }, 'This import');
  ctx.countRows({ saved, refused: 0, duplicates: 0 });
  return changed;
}

/**
 * Imports refused rows with fields in place of their own, each by itself and exactly as the import would; answers for each
 * of them in their order. Sent again it makes no second lead. Throws 404, and 409 while the import runs.
 */
export async function retryRefusedRows(
  ctx: ImportsContext,
  actor: Actor,
  importId: string,
  rows: readonly RetriedRow[],
): Promise<{ rows: RetriedRowAnswer[]; after: ImportDoc }> {
  const importDoc = await findImport(ctx, importId);
  if (importDoc.state === 'running' || importDoc.state === 'receiving')
    throw alreadyExists('The import is still running. Rows can be corrected once it has finished');
  const lines = rows.map(({ line }) => line);
  const [docs, already] = await Promise.all([
    ctx.refusedRows.find({ import_id: importDoc._id, line: { $in: lines } }).lean<RefusedRowDoc[]>(),
    ctx.leads.linesAlreadyIn(importId, lines),
  ]);
  const kept = new Map(docs.map((doc) => [doc.line, doc]));
  const today = pacificDate(ctx.clock.now());
  const outcomes = new Map<number, RetriedRowAnswer>();
  const valid: RowToInsert[] = [];
  for (const row of rows) {
    const { line } = row;
    const doc = kept.get(line);
    if (already.has(line)) outcomes.set(line, imported(line));
    else if (doc === undefined) outcomes.set(line, gone(line));
    else {
      const read = readCorrected(row, doc, importDoc, today);
      if ('row' in read) valid.push(read);
      else outcomes.set(line, read);
    }
  }
  const duplicates = await importRows(ctx, importDoc, valid);
  // Whose person is the lead that another delivery of the same correction has just made.
  const meanwhile = await ctx.leads.linesAlreadyIn(
    importId,
    duplicates.map(({ line }) => line),
  );
  for (const { line, by } of duplicates.filter((each) => !meanwhile.has(each.line))) {
    const reason = duplicateReason(by);
    outcomes.set(line, refusedFor(line, reason, Object.fromEntries(by.map((field) => [field, reason]))));
  }
  const answers = lines.map((line) => outcomes.get(line) ?? imported(line));
  const done = new Set(answers.filter(({ result }) => result === 'imported').map(({ line }) => line));
  const after = await takeOut(
    ctx,
    actor,
    importDoc,
    docs.filter(({ line }) => done.has(line)),
  );
  return { rows: answers, after };
}

const rowsOf = (count: number) => `${String(count)} ${count === 1 ? 'row' : 'rows'}`;

/** What came of corrected rows, in a sentence. */
export function retrySentence(rows: readonly RetriedRowAnswer[]): { isWhole: boolean; message: string } {
  const count = (result: RetriedRowAnswer['result']) => rows.filter((row) => row.result === result).length;
  const refused = count('refused');
  const parts = [
    `${rowsOf(count('imported'))} imported`,
    ...(refused === 0 ? [] : [`${String(refused)} still refused`]),
    ...(count('gone') === 0 ? [] : [`${String(count('gone'))} no longer kept`]),
  ];
  return { isWhole: count('imported') === rows.length, message: parts.join(', ') };
}
