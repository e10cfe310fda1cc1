import { readInches, readPounds } from '@crm/contracts/leads/measures.rules.js';
import { readMoney, typedMoney } from '@crm/contracts/money.js';
import { toE164, toMask } from '@crm/contracts/phone.js';
import { readPlainDate, shownDate } from '@crm/contracts/time/pacific.js';

/** The mask of a field: `#` is a digit, everything else is literal. */
export const masks = {
  phone: '(###)###-####',
  zip: '#####',
  day: '##',
  year: '####',
  weight: '###',
  date: '##/##/####',
  plainDate: '####-##-##',
  inches: '##',
  hours: '###',
  percent: '###',
  money: `$${'#'.repeat(18)}`,
} as const;
export type MaskName = keyof typeof masks;

/** The `inputMode` of each, for on-screen keyboards. */
export const keyboards: Record<MaskName, 'tel' | 'decimal' | 'numeric' | 'text'> = {
  phone: 'tel',
  zip: 'numeric',
  day: 'numeric',
  year: 'numeric',
  weight: 'numeric',
  date: 'numeric',
  plainDate: 'numeric',
  inches: 'text',
  hours: 'decimal',
  percent: 'numeric',
  money: 'decimal',
};

const digitsOf = (text: string) => text.replace(/\D/g, '');
/** Invisible characters in copied numbers: directional marks and zero-width characters. */
const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Fills a mask with digits, as far as they go; empty without digits. */
function fill(mask: string, digits: string): string {
  const left = [...digits];
  let shown = '';
  for (const sign of mask) {
    if (left.length === 0) break;
    shown += sign === '#' ? (left.shift() ?? '') : sign;
  }
  return shown;
}

const slotsOf = (mask: string) => digitsOf(mask.replace(/#/g, '0')).length;

/** A partial phone number: separators are ignored, the country code is dropped once it is complete. */
function phone(typed: string): string | undefined {
  if (!/^[\d\s().\-/\u2010-\u2015]*$/.test(typed)) return undefined;
  const digits = digitsOf(typed);
  return digits.length <= 10 ? fill(masks.phone, digits) : undefined;
}

/** A partial date: parts stay where they were typed; one ended by a separator is zero-padded. */
function date(mask: string, typed: string): string | undefined {
  if (!/^[\d\-/.]*$/.test(typed)) return undefined;
  const parts = typed.split(/[-/.]/);
  const lengths = mask.split(/[-/]/).map((part) => part.length);
  const begun = parts.slice(0, -1);
  const isJustEnded = parts.length > 1 && parts.at(-1) === '';
  const whole = begun.map((part, place) =>
    isJustEnded && place === begun.length - 1 && part.length === 1 && lengths[place] === 2
      ? `0${part}`
      : part,
  );
  if (whole.some((part, place) => part.length !== lengths[place])) return undefined;
  const digits = [...whole, parts.at(-1)].join('');
  return digits.length <= slotsOf(mask) ? fill(mask, digits) : undefined;
}

/** An amount stays as typed, without its `$`. */
function money(typed: string): string {
  if (/^\$?$/.test(typed)) return '';
  return /^\d/.test(typed) ? `$${typed}` : typed;
}

/**
 * Formats typed text in its mask, as long as that keeps its meaning. Anything that does not fit (another character,
 * too many digits, a date in another order) stays as typed: the field reports it, or `settleMask` parses it once it
 * is complete.
 */
export function applyMask(mask: MaskName, text: string): string {
  const typed = text.replace(unseen, '').trim();
  if (typed === '') return '';
  if (mask === 'money') return money(typed);
  if (mask === 'phone') return phone(typed) ?? (wholePhone(typed) || text);
  if (mask === 'date' || mask === 'plainDate') return date(masks[mask], typed) ?? text;
  return /^\d+$/.test(typed) && typed.length <= slotsOf(masks[mask]) ? typed : text;
}

const wholePhone = (typed: string) => {
  const number = toE164(typed);
  return number === undefined ? undefined : toMask(number);
};

const readers: Partial<Record<MaskName, (typed: string) => string | undefined>> = {
  phone: wholePhone,
  zip: (typed) => /^(\d{5})-\d{4}$/.exec(typed)?.[1],
  weight: (typed) => readPounds(typed)?.toString(),
  inches: (typed) => readInches(typed)?.toString(),
  hours: (typed) => /^(\d{1,3}(?:\.\d{1,2})?)\s*(?:h|hrs?\.?|hours?)$/i.exec(typed)?.[1],
  percent: (typed) => /^(\d{1,3})\s*%$/.exec(typed)?.[1],
  date: (typed) => {
    const read = readPlainDate(typed);
    return read === undefined ? undefined : shownDate(read);
  },
  plainDate: readPlainDate,
  money: (typed) => {
    const read = readMoney(typed);
    return typeof read === 'number' ? typedMoney(read) : undefined;
  },
};

/**
 * The value of a field on blur or paste: other notations are converted to the mask's (`5'10"` to 70, `2026-11-20`
 * to 11/20/2026, `$85,000.50` to $85000.50). Unparseable text stays as typed.
 */
export function settleMask(mask: MaskName, text: string): string {
  const shown = applyMask(mask, text);
  return readers[mask]?.(shown.replace(unseen, '').trim()) ?? shown;
}

/** The caret position after masking: behind the same number of digits as before. */
export function caretAfterMask(before: string, caret: number, shown: string): number {
  if (shown === before) return caret;
  let left = digitsOf(before.slice(0, caret)).length;
  if (left === 0) return shown.search(/\d/) === -1 ? shown.length : shown.search(/\d/);
  if (caret === before.length) return shown.length;
  for (const [index, sign] of [...shown].entries()) {
    if (/\d/.test(sign)) left -= 1;
    if (left === 0) return index + 1;
  }
  return shown.length;
}
