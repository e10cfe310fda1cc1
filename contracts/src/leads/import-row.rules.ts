import { z } from 'zod';
import type { ConsentInput } from '../customers/consent.js';
import { readConsentCells, type ConsentCells } from '../customers/consent-cells.rules.js';
import { givenFields, type GivenFields } from '../entities/lead-import.js';
import {
  importColumns,
  importField,
  type ImportColumn,
  type ImportField,
} from '../resources/import-columns.js';
import { readCell } from './cells.rules.js';

/** What a row of a file says of a lead, normalised, by the names of its columns; null for what it does not say. */
export interface ImportedRow extends Readonly<Record<string, unknown>> {
  fullname: string;
  phone: string;
  email: string | null;
  /** What it says of the person's consent, whether or not that proves one; undefined where it says nothing. */
  consent: ConsentInput | undefined;
}

/** What is wrong with a row by field. */
export type FieldFaults = Partial<Record<ImportField, string>>;

/** What is wrong with a row, field by field. */
export interface RowFault {
  field: ImportField;
  message: string;
}

/** A cell as it is read: blanks trimmed, without the apostrophe that keeps a spreadsheet from taking it for a formula. */
export const readableCell = (cell: string): string =>
  cell
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^'(?=[=+\-@])/, '');

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

/**
 * The schema of a row that is corrected, on a plain date: the same in the browser, before it is sent, and on the server, by
 * the rules of a file's rows. Every fault is an issue at its field.
 */
export const importRowOn = (today: string) =>
  givenFields.transform((given, ctx): ImportedRow => {
    const cells = Object.fromEntries(
      Object.entries(given).map(([field, cell]) => [field, readableCell(cell ?? '')]),
    );
    const read = readFields(cells, today);
    if ('row' in read) return read.row;
    for (const { field, message } of read.faults) ctx.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  });

/** What is wrong with a row by field, as the browser shows it and the server answers it; empty where it can be imported. */
export function rowErrors(given: GivenFields, today: string): FieldFaults {
  const read = importRowOn(today).safeParse(given);
  return read.success ? {} : faultsByField(read.error);
}

/** The first message of each field of a parse by `importRowOn`. */
export function faultsByField(error: z.ZodError): FieldFaults {
  const faults: FieldFaults = {};
  for (const { path, message } of error.issues) {
    const field = importField.safeParse(path[0]);
    if (field.success) faults[field.data] ??= message;
  }
  return faults;
}
