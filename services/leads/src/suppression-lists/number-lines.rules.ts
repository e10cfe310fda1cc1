import { toE164 } from '@crm/contracts/phone.js';

/** Columns of a line; numbers are never quoted with a separator inside. */
const separators = /[,;\t|]/;
const maxColumns = 12;

/**
 * The number of a line, as E.164: the first cell that is one, or an area code and the seven digits behind it, as the FTC's
 * files have them. Undefined for a line without one.
 */
export function numberIn(line: string): string | undefined {
  const cells = line.split(separators, maxColumns).map((cell) => cell.replace(/[^\w().+-]/g, ''));
  const [area = '', local = ''] = cells;
  if (/^\d{3}$/.test(area) && /^\d{3}-?\d{4}$/.test(local)) return toE164(`${area}${local}`) ?? undefined;
  for (const cell of cells) {
    const digits = cell.replace(/[().+-]/g, '');
    if (!/^1?\d{10}$/.test(digits)) continue;
    const number = toE164(digits);
    if (number !== null && number !== undefined) return number;
  }
  return undefined;
}

/** Whether the first line of a file is its heading: words, and no digit. */
export const isHeading = (line: string): boolean => /[a-z]/i.test(line) && !/\d{3}/.test(line);
