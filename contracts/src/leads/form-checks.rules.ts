import { maskedPhone } from '../phone.js';
import { isRealDate } from '../time/pacific.js';
import { canBeBorn, notBornMessage } from './family.rules.js';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const dollars = /^\$\d{1,18}$/;

/** A birth date as forms take it, in three parts. */
export interface BirthParts {
  birth_month: string;
  birth_day: string;
  birth_year: string;
}

/** A filled field that is not as it must be written. */
export interface FormatCheck {
  isFine: (text: string) => boolean;
  message: string;
}

/** How the fields that both lead forms have are written, with the message where they are not (lead-work section 5). */
export const formats = {
  email: { isFine: (text) => emailPattern.test(text.trim()), message: 'E-mail must be valid' },
  phone: {
    isFine: (text) => maskedPhone.safeParse(text).success,
    message: 'Please enter a valid 13-digit phone number',
  },
  zipcode: { isFine: (text) => /^\d{5}$/.test(text), message: 'Please enter a valid 5-digit zipcode' },
  weight: { isFine: (text) => /^\d{1,3}$/.test(text) && Number(text) > 0, message: 'Up to 3 digits' },
  dollars: { isFine: (text) => dollars.test(text), message: '$ and up to 18 digits' },
  year: { isFine: (text) => /^\d{4}$/.test(text), message: 'Please enter a valid 4-digit year' },
  day: { isFine: (text) => /^\d{2}$/.test(text), message: 'Please enter a valid day' },
  plainDate: {
    isFine: (text) => {
      const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
      return year !== undefined && month !== undefined && day !== undefined && isRealDate(year, month, day);
    },
    message: 'YYYY-MM-DD',
  },
} as const satisfies Record<string, FormatCheck>;

/**
 * What is wrong with the three parts of a birth date: each that is missing, else how a part is written, else that there
 * is no such day, else that nobody who lives is born on it.
 */
export function birthErrors(
  parts: BirthParts,
  requiredMessage: string,
  today: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const part of ['birth_month', 'birth_day', 'birth_year'] as const) {
    if (parts[part] === '') errors[part] = requiredMessage;
  }
  const { birth_day: day, birth_year: year, birth_month: month } = parts;
  if (year !== '' && !formats.year.isFine(year)) errors['birth_year'] = formats.year.message;
  if (day !== '' && !formats.day.isFine(day)) errors['birth_day'] = formats.day.message;
  if (Object.keys(errors).length === 0 && !isRealDate(year, month, day)) {
    errors['birth_day'] = formats.day.message;
  }
  if (Object.keys(errors).length === 0 && !canBeBorn(`${year}-${month}-${day}`, today)) {
    errors['birth_year'] = notBornMessage;
  }
  return errors;
}

/** An amount as it is typed, `$` first, in dollars; null for nothing. */
export const amountOf = (text: string): number | null => (text === '' ? null : Number(text.slice(1)));

/** A stored amount as it is typed. */
export const typedAmount = (amount: number | null): string =>
  amount === null ? '' : `$${String(Math.round(amount))}`;
