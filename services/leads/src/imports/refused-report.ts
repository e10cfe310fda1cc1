import type { Response } from 'express';
import { importColumns } from '@crm/contracts/resources/import-columns.js';
import { sendCsv } from '@crm/platform/http/send-csv.js';
import type { ImportDoc, RefusedRowDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { fieldsOfRow, findImport } from './refused-rows.js';

/** How the report calls a column: an import of the report reads it as the same one. */
const headingOf = new Map(importColumns.map(({ name, label }) => [name, label]));

/** The columns of a file that were read, in their order. */
const readColumns = ({ layout }: Pick<ImportDoc, 'layout'>) =>
  (layout?.columns ?? []).map(([, field]) => field);

/** The titles of a report, before and behind those of the columns that were read. */
export const reportHead = (importDoc: Pick<ImportDoc, 'layout'>): string[] => [
  'Line',
  'Reason',
  ...readColumns(importDoc).map((field) => headingOf.get(field) ?? field),
  'Row',
];

/**
 * Writes the refused rows of an import as a download, a row at a time: with the columns that were read, so that the corrected
 * report can be uploaded, and with the row as it stood. Throws `not_found`.
 */
export async function sendRefusedReport(ctx: ImportsContext, importId: string, res: Response): Promise<void> {
  const importDoc = await findImport(ctx, importId);
  const columns = readColumns(importDoc);
  const cursor = ctx.refusedRows
    .find({ import_id: importDoc._id })
    .sort({ line: 1 })
    .lean<RefusedRowDoc>()
    .cursor();

  async function* rows() {
    for await (const doc of cursor as AsyncIterable<RefusedRowDoc>) {
      const fields = fieldsOfRow(doc, importDoc.layout);
      yield [doc.line, doc.reason, ...columns.map((field) => fields?.[field] ?? ''), doc.row];
    }
  }
  await sendCsv(res, {
    filename: `refused-rows-${importId}.csv`,
    head: reportHead(importDoc),
    rows: rows(),
  });
}
