import { Types } from 'mongoose';
import type { GivenFields, RefusedRowFields } from '@crm/contracts/entities/lead-import.js';
import { rowErrors } from '@crm/contracts/leads/import-row.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { ImportDoc, RefusedRowDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { cellsOfRow } from './read-batch.js';
import { fieldsOf } from './row.rules.js';
import { duplicateFields, maxKeptRow } from './save-batch.js';

/** An import by its id. Throws 404. */
export async function findImport(ctx: Pick<ImportsContext, 'imports'>, importId: string): Promise<ImportDoc> {
  const found = await ctx.imports.findById(new Types.ObjectId(importId)).lean<ImportDoc>();
  if (!found) throw notFound('Import');
  return found;
}

/** What a kept row says by field; null where it is not whole, or cannot be split into columns. */
export function fieldsOfRow({ row }: RefusedRowDoc, layout: ImportDoc['layout']): GivenFields | null {
  const cells = layout === null || row.length >= maxKeptRow ? undefined : cellsOfRow(row, layout.delimiter);
  return layout === null || cells === undefined ? null : fieldsOf(cells, layout.columns);
}

/** What is wrong with a kept row by field: with its cells, or that its person is a lead already. */
function errorsOf({ reason }: RefusedRowDoc, fields: GivenFields | null, today: string): GivenFields {
  const errors = fields === null ? {} : rowErrors(fields, today);
  if (fields === null || Object.keys(errors).length > 0) return errors;
  return Object.fromEntries(duplicateFields(reason).map((field) => [field, reason]));
}

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
    const { line, reason, row } = doc;
    return { line, reason, row, fields, errors: errorsOf(doc, fields, today) };
  });
  return { rows, totalCount };
}
