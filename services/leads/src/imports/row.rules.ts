import type { GivenFields } from '@crm/contracts/entities/lead-import.js';
import { readableCell, readFields, type ImportedRow } from '@crm/contracts/leads/import-row.rules.js';
import type { ImportField } from '@crm/contracts/resources/import-columns.js';

/** The cells of a row by the fields that its columns fill, blanks trimmed. */
export function fieldsOf(
  cells: readonly string[],
  columns: Iterable<readonly [number, ImportField]>,
): GivenFields {
  const given: GivenFields = {};
  for (const [position, field] of columns) given[field] = readableCell(cells[position] ?? '');
  return given;
}

/** Reads one row: the row, or why it is refused, every fault named. `today` is a plain date. */
export function readRow(
  cells: readonly string[],
  columns: ReadonlyMap<number, ImportField>,
  today: string,
): { row: ImportedRow } | { reason: string } {
  const read = readFields(fieldsOf(cells, columns), today);
  return 'row' in read ? read : { reason: read.faults.map(({ message }) => message).join('; ') };
}
