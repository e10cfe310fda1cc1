import { emailPattern } from '@crm/contracts/address-formats.js';
import { findState, type StateCode } from '@crm/contracts/codes/states.js';
import { atMostCharacters } from '@crm/contracts/field-sentences.js';
import { lineLength } from '@crm/contracts/entities/lead.js';
import type { Gender } from '@crm/contracts/codes/life-lists.js';
import { canBeBorn } from '@crm/contracts/leads/family.rules.js';
import { readInches, readPounds } from '@crm/contracts/leads/measures.rules.js';
import { moneyFault, readMoney } from '@crm/contracts/money.js';
import { toE164 } from '@crm/contracts/phone.js';
import { readPlainDate } from '@crm/contracts/time/pacific.js';
import type { ImportField } from '@crm/contracts/entities/lead-input.js';

/** What a row of a file says of a lead, normalised; null for what it does not say. */
export interface ImportedRow {
  fullname: string;
  phone: string;
  second_phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  county: string | null;
  zipcode: string | null;
  state: StateCode | null;
  birth_date: string | null;
  gender: Gender | null;
  height: number | null;
  weight: number | null;
  tobacco: 0 | 1 | null;
  /** Dollars a year: of the customer, or of a health lead's household. */
  income: number | null;
  /** Dollars. */
  mortgage_remaining: number | null;
}

/** A ZIP as files have it: five digits, ZIP+4, or four digits where a spreadsheet ate the leading zero. */
export function readZip(text: string): string | undefined {
  const [, five] = /^(\d{4,5})(?:-\d{4})?$/.exec(text) ?? [];
  return five?.padStart(5, '0');
}

/** A birth date as files have it: 1957-06-02, 6/2/1957, 06-02-1957; real, not before 1900 and not after `today`. */
export function readBirthDate(text: string, today: string): string | undefined {
  // A spreadsheet puts midnight behind a date.
  const date = readPlainDate(text.replace(/(?:T|\s).*$/, ''));
  return date !== undefined && canBeBorn(date, today) ? date : undefined;
}

/** A height in inches as a lead keeps it (lead-work section 9): 70, 5'10, 5'10", 5 ft 10. */
export function readHeight(text: string): number | null {
  const inches = readInches(text);
  return inches !== undefined && inches >= 53 && inches <= 83 ? inches : null;
}

const readGender = (text: string): Gender | null => {
  const letter = text.charAt(0).toLowerCase();
  return letter === 'm' || letter === 'f' ? letter : null;
};

const readFlag = (text: string): 0 | 1 | null => {
  if (/^(1|y|yes|true|t)$/i.test(text)) return 1;
  return /^(0|n|no|false|f)$/i.test(text) ? 0 : null;
};

const tooLong = (label: string) => `${label} is too long. ${atMostCharacters(lineLength)}`;

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

/**
 * Reads the fields of one row: a full name and a valid phone are needed; e-mail, state, ZIP, birth date and amounts may be
 * missing but must be valid if given; all else is optional and left out where it cannot be read. Answers the row, or every
 * fault with its field. `today` is a plain date.
 */
export function readFields(given: GivenFields, today: string): { row: ImportedRow } | { faults: RowFault[] } {
  const faults: RowFault[] = [];
  const refuse = (field: ImportField, message: string) => {
    faults.push({ field, message });
  };

  const fullname = given.fullname || [given.first_name, given.last_name].filter(Boolean).join(' ');
  const nameField =
    given.fullname === undefined && given.first_name !== undefined ? 'first_name' : 'fullname';
  if (!fullname) refuse(nameField, 'Full name is missing');
  else if (fullname.length > lineLength) refuse(nameField, tooLong('Full name'));

  const phone = given.phone ? toE164(given.phone) : undefined;
  if (!given.phone) refuse('phone', 'Phone is missing');
  else if (!phone) refuse('phone', `Phone is not valid: ${given.phone}`);

  const check = <T>(field: ImportField, label: string, read: (text: string) => T | undefined): T | null => {
    const text = given[field];
    if (!text) return null;
    const value = read(text);
    if (value === undefined) refuse(field, `${label} is not valid: ${text}`);
    return value ?? null;
  };
  const email = check('email', 'E-mail', (text) =>
    text.length <= 254 && emailPattern.test(text) ? text : undefined,
  );
  const state = check('state', 'State', findState);
  const zipcode = check('zipcode', 'ZIP', readZip);
  const birth_date = check('birth_date', 'Birth date', (text) => readBirthDate(text, today));

  const line = (field: ImportField, label: string): string | null => {
    const text = given[field] ?? '';
    if (text.length > lineLength) refuse(field, tooLong(label));
    return text === '' ? null : text;
  };
  const address = line('address', 'Address');
  const city = line('city', 'City');
  const county = line('county', 'County');
  const amount = (field: ImportField, label: string): number | null => {
    const text = given[field] ?? '';
    const fault = moneyFault(text);
    if (fault !== undefined) refuse(field, `${label} is not valid: ${text}. ${fault}`);
    return readMoney(text) ?? null;
  };
  const income = amount('income', 'Income');
  const mortgage_remaining = amount('mortgage_remaining', 'Mortgage');

  if (faults.length > 0 || !phone) return { faults };
  return {
    row: {
      fullname,
      phone,
      second_phone: (given.second_phone && toE164(given.second_phone)) || null,
      email,
      address,
      city,
      county,
      zipcode,
      state,
      birth_date,
      gender: given.gender ? readGender(given.gender) : null,
      height: given.height ? readHeight(given.height) : null,
      weight: (given.weight && readPounds(given.weight)) || null,
      tobacco: given.tobacco ? readFlag(given.tobacco) : null,
      income,
      mortgage_remaining,
    },
  };
}
