import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export type CsvValue = string | number | null;

/** A cell of a CSV file: text is quoted and never taken for a formula by a spreadsheet; null is an empty cell. */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

async function* eachOf<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, undefined> {
  yield* items;
  return undefined;
}

/**
 * Answers with a CSV download, a row at a time. `head` are the titles of the columns, without commas and quotes. Rejects
 * where the rows do, or the client goes away; answer `answered` from the route. The first row is waited for before
 * anything is answered: rows that are refused are answered as the refusal.
 */
export async function sendCsv(
  res: Response,
  {
    filename,
    head,
    rows,
  }: {
    filename: string;
    head: readonly string[];
    rows: Iterable<readonly CsvValue[]> | AsyncIterable<readonly CsvValue[]>;
  },
): Promise<void> {
  const each = eachOf(rows);
  const first = await each.next();
  async function* lines() {
    // The mark tells spreadsheets that this is UTF-8.
    yield `\uFEFF${head.join(',')}\r\n`;
    try {
      for (let row = first; row.done !== true; row = await each.next())
        yield `${row.value.map(csvCell).join(',')}\r\n`;
    } finally {
      await each.return(undefined);
    }
  }
  res.setHeader('content-type', 'text/csv; charset=utf-8');
  res.setHeader('content-disposition', `attachment; filename="${filename}"`);
  res.setHeader('cache-control', 'private, no-store');
  await pipeline(Readable.from(lines()), res);
}
