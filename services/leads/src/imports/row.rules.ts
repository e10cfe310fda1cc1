import { readCell } from '@crm/contracts/leads/cells.rules.js';
import type { ConsentInput } from '@crm/contracts/customers/consent.js';
import {
  importColumns,
  type ImportColumn,
  type ImportField,
} from '@crm/contracts/resources/import-columns.js';
import { readConsentCells, type ConsentCells } from '../consent/consent-cells.rules.js';

/** What a row of a file says of a lead, normalised, by the names of its columns; null for what it does not say. */
export interface ImportedRow extends Readonly<Record<string, unknown>> {
  fullname: string;
  phone: string;
  email: string | null;
  /** What it says of the person's consent, whether or not that proves one; undefined where it says nothing. */
  consent: ConsentInput | undefined;
}

/** What a row says, by field and as it is written. */
export type GivenFields = Partial<Record<ImportField, string>>;

/** What is wrong with a row, field by field. */
export interface RowFault {
  field: ImportField;
  message: string;
}

/** The cells of a row by the fields that its columns fill, blanks trimmed. */
export function fieldsOf(
  cells: readonly string[],
  columns: Iterable<readonly [number, ImportField]>,
): GivenFields {
  const given: GivenFields = {};
  for (const [position, field] of columns) given[field] = (cells[position] ?? '').trim().replace(/\s+/g, ' ');
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

const textOr = <Otherwise>(value: unknown, otherwise: Otherwise) =>
  typeof value === 'string' ? value : otherwise;

/** The whole name, and the column that is wrong where there is none. */
const nameOf = ({ fullname, first_name, last_name }: GivenFields) => ({
  fullname: fullname || [first_name, last_name].filter(Boolean).join(' '),
  nameField: fullname === undefined && first_name !== undefined ? 'first_name' : 'fullname',
});

/** What a row says of the person's consent, and what is wrong with that. */
function consentOf(
  given: GivenFields,
  today: string,
  columns: readonly ImportColumn[],
): { consent: ConsentInput | undefined; wrong: RowFault[] } {
  const said = columns.filter(({ name, consent }) => consent !== undefined && (given[name] ?? '') !== '');
  if (said.length === 0) return { consent: undefined, wrong: [] };
  const cells: ConsentCells = {};
  for (const { name, consent } of said) if (consent !== undefined) cells[consent] = given[name] ?? '';
  const read = readConsentCells(cells, today);
  if ('consent' in read) return { consent: read.consent, wrong: [] };
  const wrong = read.faults.flatMap(({ field, message }) =>
    said
      .filter(({ consent }) => consent === field)
      .map(({ name, inReasons }) => ({ field: name, message: `${inReasons} ${message}` })),
  );
  return { consent: undefined, wrong };
}

/**
 * Reads the fields of one row: a full name and a valid phone are needed; all else may be missing. What must be right where
 * it is given is a fault (e-mail, state, ZIP, dates, amounts, lines that are too long), anything else is left out where it
 * cannot be read. Answers the row, or every fault with its field. `today` is a plain date.
 */
export function readFields(
  given: GivenFields,
  today: string,
  columns: readonly ImportColumn[] = importColumns,
): { row: ImportedRow } | { faults: RowFault[] } {
  const faults: RowFault[] = [];
  const row: Record<string, unknown> = {};
  const { fullname, nameField } = nameOf(given);
  for (const { name, inReasons, field } of columns) {
    if (field === undefined) continue;
    const isName = name === 'fullname';
    const text = isName ? fullname : (given[name] ?? '');
    const refuse = (what: string) => {
      faults.push({ field: isName ? nameField : name, message: `${inReasons} ${what}` });
    };
    row[name] = null;
    if (text === '') {
      if (isName || name === 'phone') refuse('is missing');
      continue;
    }
    const read = readCell(field, text, today);
    if ('fault' in read) refuse(read.fault);
    else row[name] = read.value;
  }
  const { consent, wrong } = consentOf(given, today, columns);
  faults.push(...wrong);
  if (faults.length > 0) return { faults };
  return {
    row: { ...row, consent, fullname, phone: textOr(row['phone'], ''), email: textOr(row['email'], null) },
  };
}
