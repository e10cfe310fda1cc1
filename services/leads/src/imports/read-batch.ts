import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { ImportedRow } from '@crm/contracts/leads/import-row.rules.js';
import type { ImportDoc, FileLayout } from './import.model.js';
import { encodingOfRecords } from './split-file.js';
import { readRow } from './row.rules.js';
import type { RawRecord } from './split-records.js';

export interface ReadRecord {
  line: number;
  /** The row as it stood, for the report. */
  text: string;
  outcome: { row: ImportedRow } | { reason: string };
}

const unreadable = '\uFFFD';

const cellsOf = (text: string, delimiter: string): string[][] =>
  parse(text, {
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 128 * 1024,
  });

/** The cells of each record. All are parsed at one go; only where the counts differ each is parsed alone. */
function parseAll(texts: readonly string[], delimiter: string): string[][] {
  const together = cellsOf(texts.join('\n'), delimiter);
  return together.length === texts.length ? together : texts.map((text) => cellsOf(text, delimiter)[0] ?? []);
}

/** The cells of one row as its report keeps it; undefined where it cannot be split. */
export function cellsOfRow(text: string, delimiter: string): string[] | undefined {
  try {
    const [cells, ...more] = cellsOf(text, delimiter);
    return more.length === 0 ? cells : undefined;
  } catch {
    // A quote that is never closed: that is why it was refused.
    return undefined;
  }
}

/** The headings of a file: the cells of its first record. */
export function readHeadings(
  record: RawRecord,
  layout: Pick<FileLayout, 'delimiter' | 'encoding'>,
): string[] {
  const text = new TextDecoder(encodingOfRecords(layout.encoding)).decode(record.bytes);
  return record.broken ? [] : (parseAll([text], layout.delimiter)[0] ?? []);
}

/** Reads records into rows or reasons, in their order. `today` is a plain date. */
export function readBatch(
  records: readonly RawRecord[],
  layout: NonNullable<ImportDoc['layout']>,
  today: string,
): ReadRecord[] {
  const decoder = new TextDecoder(encodingOfRecords(layout.encoding), { ignoreBOM: true });
  const columns = new Map(layout.columns);
  const texts = records.map(({ bytes }) => decoder.decode(bytes));
  const whole = texts.filter((_, index) => !records[index]?.broken);
  const cells = parseAll(whole, layout.delimiter).values();
  return records.map(({ line, broken }, index) => {
    const text = texts[index] ?? '';
    if (broken) return { line, text, outcome: { reason: broken } };
    const own = cells.next().value ?? [];
    if (text.includes(unreadable))
      return { line, text, outcome: { reason: 'Some characters are not valid UTF-8' } };
    return { line, text, outcome: readRow(own, columns, today) };
  });
}

/** Rows read in one turn of the loop: other users' pages pass in between. */
const turnSize = 40;

/** The same in turns, so that a long batch keeps nobody waiting. */
export async function readInTurns(
  records: readonly RawRecord[],
  layout: NonNullable<ImportDoc['layout']>,
  today: string,
): Promise<ReadRecord[]> {
  const read: ReadRecord[] = [];
  for (let start = 0; start < records.length; start += turnSize) {
    if (start > 0) await nextTurn();
    read.push(...readBatch(records.slice(start, start + turnSize), layout, today));
  }
  return read;
}
