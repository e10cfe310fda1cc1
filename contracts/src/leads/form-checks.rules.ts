import { emailPattern } from '../address-formats.js';
import { lineLength } from '../entities/lead.js';
import { atMostCharacters } from '../field-sentences.js';
import { moneyFault } from '../money.js';
import { maskedPhone, wrongPhone } from '../phone.js';
import { isRealDate } from '../time/pacific.js';
import { canBeBorn, notBornMessage } from './family.rules.js';

const noSuchDay = 'Please enter a valid day';

/** A birth date as forms take it, in three parts. */
export interface BirthParts {
  birth_month: string;
  birth_day: string;
  birth_year: string;
}

/** Says what is wrong with a filled field; undefined where it is as it must be written. */
export type FormatCheck = (text: string) => string | undefined;

/** The check of a field that is fine or says one sentence. */
export const formatOf =
  (isFine: (text: string) => boolean, message: string): FormatCheck =>
  (text) =>
    isFine(text) ? undefined : message;

/** The check of a text that may be so many characters long. */
export const noLongerThan = (most: number): FormatCheck =>
  formatOf((text) => text.trim().length <= most, atMostCharacters(most));

/** How the fields that both lead forms have are written, with the message where they are not (lead-work section 5). */
export const formats = {
  email: formatOf((text) => emailPattern.test(text.trim()), 'E-mail must be valid'),
  phone: formatOf((text) => maskedPhone.safeParse(text).success, wrongPhone),
  zipcode: formatOf((text) => /^\d{5}$/.test(text), 'Please enter a valid 5-digit zipcode'),
  weight: formatOf((text) => /^\d{1,3}$/.test(text) && Number(text) > 0, 'Up to 3 digits'),
  dollars: moneyFault,
  text: noLongerThan(lineLength),
  year: formatOf((text) => /^\d{4}$/.test(text), 'Please enter a valid 4-digit year'),
  day: formatOf((text) => /^\d{2}$/.test(text), noSuchDay),
  plainDate: formatOf((text) => {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
    return year !== undefined && month !== undefined && day !== undefined && isRealDate(year, month, day);
  }, 'YYYY-MM-DD'),
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
  const wrongYear = year === '' ? undefined : formats.year(year);
  const wrongDay = day === '' ? undefined : formats.day(day);
  if (wrongYear !== undefined) errors['birth_year'] = wrongYear;
  if (wrongDay !== undefined) errors['birth_day'] = wrongDay;
  if (Object.keys(errors).length === 0 && !isRealDate(year, month, day)) {
    errors['birth_day'] = noSuchDay;
  }
  if (Object.keys(errors).length === 0 && !canBeBorn(`${year}-${month}-${day}`, today)) {
    errors['birth_year'] = notBornMessage;
  }
  return errors;
}
