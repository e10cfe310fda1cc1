import type { BirthParts } from '../fields/time-kinds.js';
import { formats } from '../fields/formats.js';
import { requiredMessage } from '../field-sentences.js';
import { isRealDate } from '../time/pacific.js';
import { canBeBorn, notBornMessage } from './family.rules.js';

/**
 * What is wrong with the three parts of a birth date: each that is missing, else how a part is written, else that there
 * is no such day, else that nobody who lives is born on it.
 */
export function birthErrors(parts: BirthParts, today: string): Record<string, string> {
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
    errors['birth_day'] = 'Please enter a valid day';
  }
  if (Object.keys(errors).length === 0 && !canBeBorn(`${year}-${month}-${day}`, today)) {
    errors['birth_year'] = notBornMessage;
  }
  return errors;
}
