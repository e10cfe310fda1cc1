import { atMostCharacters } from '../field-sentences.js';
import { maskedPhone, wrongPhone } from '../phone.js';
import { isRealDate, parseShownDate } from '../time/pacific.js';

/** Characters that a line of a lead's form may have: a name, an address, the number of a policy. */
export const lineLength = 500;

/** Says what is wrong with a filled field as it is typed; undefined where it is as it must be written. */
export type FormatCheck = (text: string) => string | undefined;

/** The check of a field that is fine or says one sentence. */
export const formatOf =
  (isFine: (text: string) => boolean, message: string): FormatCheck =>
  (text) =>
    isFine(text) ? undefined : message;

/** The check of a text that may be so many characters long. */
export const noLongerThan =
  (most: number): FormatCheck =>
  (text) =>
    text.trim().length <= most ? undefined : atMostCharacters(most);

/** How the fields of lead forms are written, with the message where they are not (rule L18). */
export const formats = {
  phone: formatOf((text) => maskedPhone.safeParse(text).success, wrongPhone),
  zipcode: formatOf((text) => /^\d{5}$/.test(text), 'Please enter a valid 5-digit zipcode'),
  inches: formatOf((text) => /^\d{1,2}$/.test(text) && Number(text) > 0, 'Inches, up to 2 digits'),
  weight: formatOf((text) => /^\d{1,3}$/.test(text) && Number(text) > 0, 'Up to 3 digits'),
  hoursOfWeek: formatOf(
    (text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 168,
    'Hours a week, at most 168',
  ),
  year: formatOf((text) => /^\d{4}$/.test(text), 'Please enter a valid 4-digit year'),
  day: formatOf((text) => /^\d{2}$/.test(text), 'Please enter a valid day'),
  shownDate: formatOf((text) => parseShownDate(text) !== undefined, 'mm/dd/yyyy'),
  plainDate: formatOf((text) => {
    const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
    return year !== undefined && month !== undefined && day !== undefined && isRealDate(year, month, day);
  }, 'YYYY-MM-DD'),
} as const satisfies Record<string, FormatCheck>;
