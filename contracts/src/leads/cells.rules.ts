import { atMostCharacters } from '../field-sentences.js';
import { canBeBorn } from './family.rules.js';
import { readInches, readPounds } from './measures.rules.js';
import { moneyFault, readMoney } from '../money.js';
import { toE164 } from '../phone.js';
import { readPlainDate } from '../time/pacific.js';
import type { Field, FieldKind, Option } from '../fields/field.js';
import { lineLength } from '../fields/formats.js';

/** What a cell of a file says: null where that cannot be read and is left out; or what is wrong with it. */
export type ReadCell = { value: unknown } | { fault: string };

const notValid = (text: string) => `is not valid: ${text}`;

/** What a cell says that must be right where it is given. */
const orFault = (text: string, value: unknown): ReadCell =>
  value === undefined ? { fault: notValid(text) } : { value };

/** What a cell says that is left out where it cannot be read. */
const orNothing = (value: unknown): ReadCell => ({ value: value ?? null });

/** A ZIP as files have it: five digits, ZIP+4, or four digits where a spreadsheet ate the leading zero. */
export function readZip(text: string): string | undefined {
  const [, five] = /^(\d{4,5})(?:-\d{4})?$/.exec(text) ?? [];
  return five?.padStart(5, '0');
}

/** A day as files have it: 1957-06-02, 6/2/1957, 06-02-1957. */
// A spreadsheet puts midnight behind a date.
const readDay = (text: string) => readPlainDate(text.replace(/(?:T|\s).*$/, ''));

/** A birth date as files have it; real, not before 1900 and not after `today`. */
export function readBirthDate(text: string, today: string): string | undefined {
  const date = readDay(text);
  return date !== undefined && canBeBorn(date, today) ? date : undefined;
}

/** A height in inches as a lead keeps it (rule L5): 70, 5'10, 5'10", 5 ft 10. */
export function readHeight(text: string): number | null {
  const inches = readInches(text);
  return inches !== undefined && inches >= 53 && inches <= 83 ? inches : null;
}

function readGender(text: string) {
  const letter = text.charAt(0).toLowerCase();
  return letter === 'm' || letter === 'f' ? letter : null;
}

function readFlag(text: string) {
  if (/^(1|y|yes|true|t)$/i.test(text)) return 1;
  return /^(0|n|no|false|f)$/i.test(text) ? 0 : null;
}

function readOption({ options = [], importAs }: Field, text: string): string | undefined {
  const wanted = text.toLowerCase();
  const waysOf = ({ id, name }: Option) => [id, name, ...(importAs?.written?.[id] ?? [])];
  return options.find((option) => waysOf(option).some((each) => each.toLowerCase() === wanted))?.id;
}

function readChoice(field: Field, text: string): ReadCell {
  const option = readOption(field, text);
  return field.importAs?.written ? orNothing(option) : orFault(text, option);
}

function readAmount(text: string): ReadCell {
  const fault = moneyFault(text);
  return fault === undefined ? { value: readMoney(text) } : { fault: `${notValid(text)}. ${fault}` };
}

type Reader = (text: string, field: Field, today: string) => ReadCell;

const readDate: Reader = (text) => orFault(text, readDay(text));

/** How a cell is read, by the kind of its field. It is no part of the kind, since browsers load those and read no files. */
const readers: Partial<Record<FieldKind, Reader>> = {
  // A number that a record need not have is left out where it is none.
  phone: (text, { needed }) => (needed ? orFault(text, toE164(text)) : orNothing(toE164(text))),
  email: (text, { input }) => orFault(text, input.safeParse(text).data),
  zip: (text) => orFault(text, readZip(text)),
  choice: (text, field) => readChoice(field, text),
  birthDate: (text, _field, today) => orFault(text, readBirthDate(text, today)),
  date: readDate,
  isoDate: readDate,
  money: readAmount,
  gender: (text) => orNothing(readGender(text)),
  height: (text) => orNothing(readHeight(text)),
  pounds: (text) => orNothing(readPounds(text)),
  flag: (text) => orNothing(readFlag(text)),
};

/** Reads a cell that is not empty, by the kind of the field that it fills; `today` is a plain date. */
export function readCell(field: Field, text: string, today: string): ReadCell {
  const read = readers[field.kind];
  if (read) return read(text, field, today);
  return text.length > lineLength
    ? { fault: `is too long. ${atMostCharacters(lineLength)}` }
    : { value: text };
}
