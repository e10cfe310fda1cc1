import { z } from 'zod';
import { zipCode } from '../address-formats.js';
import { requiredMessage } from '../field-sentences.js';
import { maskedPhone, phoneNumber, toE164, toMask, toShown, wrongPhone } from '../phone.js';
import type { Said } from './field.js';
import { formats, noLongerThan } from './formats.js';
import { makeField, optionalField, type FieldOf, type SaidOptional } from './make-field.js';

export interface TextOptions extends Said<string | null> {
  /** Characters at most. */
  max: number;
  required?: boolean;
  /** How nothing is on the wire and in the store: an empty text unless it is null. */
  nothing?: null;
  /** The sentence where it is too long. */
  tooLong?: string;
  /** How it must be written, and the sentence where it is not. */
  pattern?: { matches: RegExp; sentence: string };
  /** Records that came from elsewhere or before may hold what nobody may send. */
  lenient?: true;
}

export type TextSchema<S> = S extends { nothing: null } ? z.ZodNullable<z.ZodString> : z.ZodString;

/** Text of either kind; `shown` is how a person reads it. */
export function textOf<const S extends TextOptions>(
  kind: 'text' | 'longText' | 'richText' | 'secret',
  said: S,
  shown: (value: string) => string = String,
): FieldOf<S, TextSchema<S>, TextSchema<S>, string> {
  const { max, required = false, nothing = '', none = requiredMessage, tooLong, pattern } = said;
  const trimmed = z.string().trim();
  const filled = (required ? trimmed.min(1, none) : trimmed).max(max, tooLong);
  const input = pattern ? filled.regex(pattern.matches, pattern.sentence) : filled;
  const read = said.lenient ? z.string() : input;
  const field = makeField<S, z.ZodType<string | null>, z.ZodType, string>(said, kind, {
    wire: nothing === null ? read.nullable() : read,
    input: nothing === null ? input.nullable() : input,
    required,
    max,
    typed: {
      empty: '',
      ofWire: (value) => value ?? '',
      // React-admin's inputs have null for a text that was taken away.
      toWire: (typed: unknown) => (typeof typed === 'string' ? typed.trim() : typed) || nothing,
      fault: noLongerThan(max),
    },
    stored: { as: 'text', blank: nothing },
    shown,
  });
  // Whether null is among its values hangs on what is said of it, which the type above says and this code does.
  return field as unknown as FieldOf<S, TextSchema<S>, TextSchema<S>, string>;
}

/** A line of text, without the space around it; nothing typed is an empty text, or null where that is said. */
export const text = <const S extends TextOptions>(said: S) => textOf('text', said);

/** Text of several lines. */
export const longText = <const S extends TextOptions>(said: S) => textOf('longText', said);

interface PhoneOptions extends SaidOptional<string> {
  /** Sent as it is typed, in its mask or in E.164: whoever stores it brings it to that. */
  isSentTyped?: true;
}

/** The value of a phone field as it is sent: E.164, or in its mask too. */
const phoneSent = ({ isSentTyped, none }: Pick<PhoneOptions, 'isSentTyped' | 'none'>) =>
  isSentTyped
    ? z.union([maskedPhone, phoneNumber], {
        error: ({ input }) => (input === undefined || input === '' ? (none ?? requiredMessage) : wrongPhone),
      })
    : phoneNumber;

const phoneAsShown = (value: string) => toShown(toE164(value) ?? value);

/** A phone number of the North American plan: E.164 on the wire and in the store, typed in its mask. */
export const phone = <const S extends PhoneOptions>(said: S) =>
  optionalField(said, 'phone', phoneNumber, {
    input: phoneSent(said),
    typed: {
      nothing: '',
      ofWire: toMask,
      toWire: (typed) => (said.isSentTyped ? typed : toE164(typed)),
      fault: formats.phone,
    },
    stored: { as: 'text', ofWire: (value) => toE164(value) ?? value },
    shown: phoneAsShown,
  });

const numberOrEmpty = z.union([z.literal(''), phoneNumber], wrongPhone);

/**
 * A phone number that may be left empty, as the specification's own calls have it: nothing is an empty text on the wire and
 * in the store.
 */
export const phoneOrEmpty = <const S extends Said<string>>(said: S) =>
  makeField<S, typeof numberOrEmpty, typeof numberOrEmpty, string>(said, 'phone', {
    wire: numberOrEmpty,
    input: numberOrEmpty,
    typed: {
      empty: '',
      ofWire: toMask,
      toWire: (typed: unknown) =>
        typeof typed === 'string' && typed.trim() !== '' ? (toE164(typed) ?? typed) : '',
      fault: formats.phone,
    },
    stored: { as: 'text', blank: '' },
    shown: phoneAsShown,
  });

interface EmailOptions extends SaidOptional<string> {
  /** How an address is written, where that is not only as most are. */
  matches?: RegExp;
  /** The sentence where it is no address. */
  wrong?: string;
}

/** An e-mail address. */
export function email<const S extends EmailOptions>(said: S) {
  const { matches = z.regexes.email, wrong = 'E-mail must be valid', none, needed } = said;
  const anyText = z.string({ error: ({ input }) => (input === undefined ? none : undefined) }).trim();
  const address = (needed === 'always' ? anyText.min(1, none) : anyText).max(254).regex(matches, wrong);
  return optionalField(said, 'email', address, {
    typed: {
      nothing: '',
      toWire: (typed) => typed.trim(),
      fault: (typed) => (matches.test(typed.trim()) ? undefined : wrong),
    },
    stored: { as: 'text' },
    shown: (value) => value,
  });
}

/** A zip code of five digits. */
export const zip = <const S extends SaidOptional<string>>(said: S) =>
  optionalField(said, 'zip', zipCode, {
    typed: { nothing: '', fault: formats.zipcode },
    stored: { as: 'text' },
    shown: (value) => value,
  });
