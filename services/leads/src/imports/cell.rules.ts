import { emailPattern } from '@crm/contracts/address-formats.js';
import { atMostCharacters } from '@crm/contracts/field-sentences.js';
import { lineLength } from '@crm/contracts/fields/formats.js';
import type { LeadField } from '@crm/contracts/fields/lead-field.js';
import { canBeBorn } from '@crm/contracts/leads/family.rules.js';
import { readInches, readPounds } from '@crm/contracts/leads/measures.rules.js';
import { moneyFault, readMoney } from '@crm/contracts/money.js';
import { toE164 } from '@crm/contracts/phone.js';
import { readPlainDate } from '@crm/contracts/time/pacific.js';

/** What a cell says, null where that cannot be read and is left out; or what is wrong with it. */
export type ReadCell = { value: unknown } | { fault: string };

/** A ZIP as files have it: five digits, ZIP+4, or four digits where a spreadsheet ate the leading zero. */
export function readZip(text: string): string | undefined {
  const [, five] = /^(\d{4,5})(?:-\d{4})?$/.exec(text) ?? [];
  return five?.padStart(5, '0');
}

/** A birth date as files have it: 1957-06-02, 6/2/1957, 06-02-1957; real, not before 1900 and not after `today`. */
export function readBirthDate(text: string, today: string): string | undefined {
  const date = readDay(text);
  return date !== undefined && canBeBorn(date, today) ? date : undefined;
}

// A spreadsheet puts midnight behind a date.
const readDay = (text: string) => readPlainDate(text.replace(/(?:T|\s).*$/, ''));

/** A height in inches as a lead keeps it (rule L5): 70, 5'10, 5'10", 5 ft 10. */
export function readHeight(text: string): number | null {
  const inches = readInches(text);
  return inches !== undefined && inches >= 53 && inches <= 83 ? inches : null;
}

const readGender = (text: string) => {
  const letter = text.charAt(0).toLowerCase();
  return letter === 'm' || letter === 'f' ? letter : null;
};

const readFlag = (text: string) => {
  if (/^(1|y|yes|true|t)$/i.test(text)) return 1;
  return /^(0|n|no|false|f)$/i.test(text) ? 0 : null;
};

function readChoice({ options = [] }: LeadField, text: string): string | undefined {
  const wanted = text.toLowerCase();
  return options.find(({ id, name }) => [id, name].some((each) => each.toLowerCase() === wanted))?.id;
}

/** Reads a cell that is not empty, by the kind of the field that it fills; `today` is a plain date. */
export function readCell(field: LeadField, text: string, today: string): ReadCell {
  const notValid = `is not valid: ${text}`;
  const orFault = (value: unknown): ReadCell => (value === undefined ? { fault: notValid } : { value });
  switch (field.kind) {
    case 'phone': {
      const number = toE164(text);
      // Another number is left out where it is none.
      return field.needed === undefined ? { value: number ?? null } : orFault(number);
    }
    case 'email':
      return orFault(text.length <= 254 && emailPattern.test(text) ? text : undefined);
    case 'zip':
      return orFault(readZip(text));
    case 'choice':
      return orFault(readChoice(field, text));
    case 'birthDate':
      return orFault(readBirthDate(text, today));
    case 'date':
    case 'plainDate':
      return orFault(readDay(text));
    case 'money': {
      const fault = moneyFault(text);
      return fault === undefined ? { value: readMoney(text) } : { fault: `${notValid}. ${fault}` };
    }
    case 'gender':
      return { value: readGender(text) };
    case 'height':
      return { value: readHeight(text) };
    case 'pounds':
      return { value: readPounds(text) ?? null };
    case 'flag':
      return { value: readFlag(text) };
    default:
      return text.length > lineLength
        ? { fault: `is too long. ${atMostCharacters(lineLength)}` }
        : { value: text };
  }
}
