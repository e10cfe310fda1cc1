import { Types } from 'mongoose';
import type { RefusedRowFields } from '@crm/contracts/entities/lead-import.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { alreadyExists, invalid, notFound } from '@crm/platform/errors/app-error.js';
import type { ImportDoc, RefusedRowDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { cellsOfRow } from './read-batch.js';
import { fieldsOf, readFields, type GivenFields, type RowFault } from './row.rules.js';
import { duplicateReason, importOf, isDuplicateReason, maxKeptRow, splitDuplicates } from './save-batch.js';

async function findImport(ctx: ImportsContext, importId: string): Promise<ImportDoc> {
  const found = await ctx.imports.findById(new Types.ObjectId(importId)).lean<ImportDoc>();
  if (!found) throw notFound('Import');
  return found;
}

/** What a kept row says by field; null where it is not whole, or cannot be split into columns. */
function fieldsOfRow({ row }: RefusedRowDoc, layout: ImportDoc['layout']): GivenFields | null {
  const cells = layout === null || row.length >= maxKeptRow ? undefined : cellsOfRow(row, layout.delimiter);
  return layout === null || cells === undefined ? null : fieldsOf(cells, layout.columns);
}

const byField = (faults: readonly RowFault[]): Record<string, string> =>
  Object.fromEntries(faults.map(({ field, message }) => [field, message]));

/** A page of the refused rows of an import, by line. Throws 404. */
export async function listRefusedRows(
  ctx: ImportsContext,
  importId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: RefusedRowFields[]; totalCount: number }> {
  const { _id, layout } = await findImport(ctx, importId);
  const today = pacificDate(ctx.clock.now());
  const [docs, totalCount] = await Promise.all([
    ctx.refusedRows
      .find({ import_id: _id })
      .sort({ line: 1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<RefusedRowDoc[]>(),
    ctx.refusedRows.countDocuments({ import_id: _id }),
  ]);
  const rows = docs.map((doc) => {
    const fields = fieldsOfRow(doc, layout);
    const read = fields && readFields(fields, today);
    const faults = read && 'faults' in read ? read.faults : [];
    const isDuplicate = fields !== null && faults.length === 0 && isDuplicateReason(doc.reason);
    // By its number, or by the e-mail alone.
    const known = doc.reason.includes('phone') ? 'phone' : 'email';
    const errors = isDuplicate ? { [known]: doc.reason } : byField(faults);
    return { line: doc.line, reason: doc.reason, row: doc.row, fields, errors };
  });
  return { rows, totalCount };
}

/**
 * Imports a refused row with fields in place of its own; asked twice it makes one lead. Throws 404, 409 while the import
 * runs, 422 with every field that is still wrong.
 */
export async function retryRefusedRow(
  ctx: ImportsContext,
  importId: string,
  line: number,
  changed: GivenFields,
): Promise<ImportDoc> {
  const importDoc = await findImport(ctx, importId);
  if (importDoc.state === 'running' || importDoc.state === 'receiving')
    throw alreadyExists('The import is still running. Rows can be corrected once it has finished');
  const refused = await ctx.refusedRows.findOne({ import_id: importDoc._id, line }).lean<RefusedRowDoc>();
  if (!refused) throw notFound('Row');
  const own = fieldsOfRow(refused, importDoc.layout);
  if (own === null) throw invalid({}, 'This row can only be corrected in its file');

  const read = readFields({ ...own, ...changed }, pacificDate(ctx.clock.now()));
  const refuse = (errors: Record<string, string>) =>
    invalid(
      Object.fromEntries(Object.entries(errors).map(([field, message]) => [`fields.${field}`, message])),
    );
  if ('faults' in read) throw refuse(byField(read.faults));
  const already = await ctx.leads.linesAlreadyIn(importId, [line]);
  if (!already.has(line)) {
    const { fresh, duplicates } = await splitDuplicates(ctx, importDoc.type_id, [{ line, row: read.row }]);
    const of = importOf(importDoc);
    await ctx.leads.saveConsents([{ line, row: read.row }], of);
    const late = await ctx.leads.insertRows(fresh, of);
    const [duplicate] = [...duplicates, ...late];
    if (duplicate)
      throw refuse(Object.fromEntries(duplicate.by.map((field) => [field, duplicateReason(duplicate.by)])));
  }
  // Counted by whoever takes it out, where two put it right at once.
  const { deletedCount } = await ctx.refusedRows.deleteOne({ _id: refused._id });
  const counted = isDuplicateReason(refused.reason) ? 'duplicates' : 'refused';
  if (deletedCount > 0) {
    await ctx.imports.updateOne({ _id: importDoc._id }, { $inc: { saved: 1, [counted]: -1, version: 1 } });
  }
  return findImport(ctx, importId);
}
