import type { Response } from 'express';
import { Types } from 'mongoose';
import { notFound } from '@crm/platform/errors/app-error.js';
import { sendCsv } from '@crm/platform/http/send-csv.js';
import type { RefusedRowDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';

/** Writes the refused rows of an import as a download, a row at a time. Throws `not_found`. */
export async function sendRefusedReport(ctx: ImportsContext, importId: string, res: Response): Promise<void> {
  const _id = new Types.ObjectId(importId);
  const found = await ctx.imports.findById(_id).select({ file: 1 }).lean();
  if (!found) throw notFound('Import');
  const cursor = ctx.refusedRows.find({ import_id: _id }).sort({ line: 1 }).lean<RefusedRowDoc>().cursor();

  async function* rows() {
    for await (const { line, reason, row } of cursor as AsyncIterable<RefusedRowDoc>) {
      yield [line, reason, row] as const;
    }
  }
  await sendCsv(res, {
    filename: `refused-rows-${importId}.csv`,
    head: ['Line', 'Reason', 'Row'],
    rows: rows(),
  });
}
