import { z } from 'zod';

/** What is said of a phone that is none (rule L18). */
export const wrongPhone = 'Please enter a valid 13-digit phone number';

/** A phone number as it is stored and carried: E.164, North American alone (settled: Search). */
export const phoneNumber = z.string().regex(/^\+1[2-9]\d{2}[2-9]\d{6}$/, wrongPhone);

/** Whoever calls or writes to us: E.164 of any country. What goes out goes to `phoneNumber` alone. */
export const callerNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'Please enter a number with its country code');

/**
 * What a person types: the mask (###)###-####, 13 characters (rule L18). Neither the area nor the
 * office begins with 0 or 1, so whatever passes has its E.164 form.
 */
export const maskedPhone = z.string().regex(/^\([2-9]\d{2}\)[2-9]\d{2}-\d{4}$/, wrongPhone);

/**
 * Brings a phone number of any usual writing to E.164: digits with or without the country's 1, brackets, dots, dashes,
 * spaces. Answers undefined where it is no number of the North American plan; behind a `+` stands the country.
 */
export function toE164(text: string): string | undefined {
  const [, plus, rest] = /^\s*(\+?)([\d\s().\-/\u2010-\u2015]+)$/.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const digits = rest.replace(/\D/g, '');
  const isWithCountry = digits.length === 11 && digits.startsWith('1');
  if (plus === '+' && !isWithCountry) return undefined;
  const candidate = `+1${isWithCountry ? digits.slice(1) : digits}`;
  return phoneNumber.safeParse(candidate).success ? candidate : undefined;
}

/**
 * A phone field as a person or a program fills it in: any writing that `toE164` reads, at most 40 characters. Whoever stores
 * it brings it to E.164; on screen it is typed in the mask and shown as `(214) 555-0117`.
 */
export const typedPhone = z
  .string()
  .max(40, wrongPhone)
  .refine((text) => toE164(text) !== undefined, wrongPhone);

/** A phone field that may be left empty. */
export const optionalPhone = z.union([z.literal(''), typedPhone], wrongPhone);

/** What is wrong with an optional phone as it is typed; undefined where nothing is. */
export const phoneFault = (typed: string): string | undefined =>
  optionalPhone.safeParse(typed).error?.issues[0]?.message;

/** The typed form of a stored number: `+12145550117` becomes `(214)555-0117`; anything else comes back as it is. */
export function toMask(number: string): string {
  const [, area, office, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area && office && line ? `(${area})${office}-${line}` : number;
}

/** Country codes of one and of two digits; all others have three. */
const shortCodes = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The rest of a number of another country, in threes; a single digit at the end stays with the three before it. */
const inThrees = (digits: string) => digits.match(/\d{3}(?=\d{2})|\d+/g)?.join(' ') ?? '';

/**
 * The shown form of a stored number: `(214) 555-0117`; one of another country as `+44 207 946 0958`. A name, which may
 * stand where a number would, comes back as it is.
 */
export function toShown(number: string): string {
  const mask = toMask(number);
  if (mask !== number) return mask.replace(')', ') ');
  if (!callerNumber.safeParse(number).success || number.startsWith('+1')) return number;
  const digits = number.slice(1);
  const code = shortCodes.exec(digits)?.[0] ?? digits.slice(0, 3);
  return `+${code} ${inThrees(digits.slice(code.length))}`;
}
