import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { Types } from 'mongoose';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { RefusedRowDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';

/** A cell of a report: quoted, and never taken for a formula by a spreadsheet. */
export function reportCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Writes the refused rows of an import as a download, a row at a time. Throws `not_found`. */
export async function sendRefusedReport(ctx: ImportsContext, importId: string, res: Response): Promise<void> {
  const _id = new Types.ObjectId(importId);
  const found = await ctx.imports.findById(_id).select({ file: 1 }).lean();
  if (!found) throw notFound('Import');
  const cursor = ctx.refusedRows.find({ import_id: _id }).sort({ line: 1 }).lean<RefusedRowDoc>().cursor();

  async function* lines() {
    // The mark tells spreadsheets that this is UTF-8.
    yield '\uFEFFLine,Reason,Row\r\n';
    for await (const { line, reason, row } of cursor as AsyncIterable<RefusedRowDoc>) {
      yield `${String(line)},${reportCell(reason)},${reportCell(row)}\r\n`;
    }
  }
  res.setHeader('content-type', 'text/csv; charset=utf-8');
  res.setHeader('content-disposition', `attachment; filename="refused-rows-${importId}.csv"`);
  res.setHeader('cache-control', 'private, no-store');
  await pipeline(Readable.from(lines()), res);
}
