import { z } from 'zod';
import { emailPattern, zipCode } from '../address-formats.js';
import { gender as genderCode, heights, type Choice, type Gender } from '../codes/life-lists.js';
import { stateCode, states } from '../codes/states.js';
import { requiredMessage } from '../field-sentences.js';
import { flag as flagOnWire, plainDate, type Flag } from '../ids.js';
import {
  centsOrNull,
  dollarsOrNull,
  isWholeCents,
  moneySentences,
  readMoney,
  shownMoney,
  typedMoney,
} from '../money.js';
import { maskedPhone, phoneNumber, toE164, toMask, toShown, wrongPhone } from '../phone.js';
import { parseShownDate, shownDate } from '../time/pacific.js';
import type { Option } from './field.js';
import { formats, lineLength, noLongerThan } from './formats.js';
import type { BirthParts, LeadField, LeadFieldKind, LeadFieldOf, SaidOfLead } from './lead-field.js';
import { genderOf, medicationList } from './stored-lead.rules.js';

interface Own<Wire extends z.ZodType, Input extends z.ZodType, Typed> {
  wire: Wire;
  /** What may be sent of it; where nothing is said the same, or nothing. */
  input: Input;
  options?: readonly Option[];
  neededSentence?: string;
  typed: LeadField<Wire, Input, Typed>['typed'];
  stored: Partial<LeadField<Wire, Input, Typed>['stored']> &
    Pick<LeadField<Wire, Input, Typed>['stored'], 'as' | 'blank'>;
  shown: (value: NonNullable<z.output<Wire>>) => string;
}

const asItIs = <V>(value: V): V => value;

/** A field of a lead, of what is said of it and what its kind adds. */
export function leadField<
  const S extends SaidOfLead<unknown>,
  Wire extends z.ZodType,
  Input extends z.ZodType,
  Typed,
>(
  said: S,
  kind: LeadFieldKind,
  { stored, shown, neededSentence = requiredMessage, ...own }: Own<Wire, Input, Typed>,
): LeadFieldOf<S, Wire, Input, Typed> {
  return {
    short: said.label,
    ...said,
    kind,
    ...own,
    neededSentence,
    example: said.example as z.input<Wire>,
    writable: 'always',
    required: said.needed !== undefined,
    stored: {
      ofWire: asItIs,
      // A field that came later is missing in the leads of before.
      toWire: (value) => value ?? stored.blank,
      ...stored,
    },
    shown: (value) => (value === null || value === undefined ? '' : shown(value)),
  };
}

const optional = <W extends z.ZodType>(wire: W) => wire.optional();
const line = z.string().max(lineLength);
const trimmed = (typed: string) => typed.trim() || null;
const text = { as: 'text', blank: null } as const;
const number = { as: 'number', blank: null } as const;

/** Text that forms hold as it is; `max` characters at most. */
function textOf<const S extends SaidOfLead<string | null>>(said: S, kind: 'text' | 'longText', max: number) {
  const wire = z.string().max(max).nullable();
  return leadField(said, kind, {
    wire,
    input: optional(wire),
    typed: { empty: '', ofWire: (value) => value ?? '', toWire: trimmed, fault: noLongerThan(max) },
    stored: text,
    shown: asItIs,
  });
}

/** A line of text. */
export const leadText = <const S extends SaidOfLead<string | null>>(said: S) =>
  textOf(said, 'text', lineLength);

/** Text of several lines. */
export const leadLongText = <const S extends SaidOfLead<string | null> & { max: number }>(said: S) =>
  textOf(said, 'longText', said.max);

/** The name of a person, which no lead is without. */
export const personName = <const S extends SaidOfLead<string>>(said: S) =>
  leadField(said, 'text', {
    wire: z.string(),
    input: z.string().trim().min(1, requiredMessage).max(lineLength),
    typed: {
      empty: '',
      ofWire: asItIs,
      toWire: (typed: string) => typed.trim(),
      fault: noLongerThan(lineLength),
    },
    stored: { as: 'text', blank: '' },
    shown: asItIs,
  });

const emailRequired = 'E-mail is required';
/** An e-mail address, which a lead that is sent always has; those that came from elsewhere may have none. */
export const leadEmail = <const S extends SaidOfLead<string | null>>(said: S) =>
  leadField(said, 'email', {
    wire: z.string().nullable(),
    input: z
      .string({ error: emailRequired })
      .trim()
      .min(1, emailRequired)
      .max(254)
      .regex(emailPattern, 'E-mail must be valid'),
    neededSentence: emailRequired,
    typed: {
      empty: '',
      ofWire: (value) => value ?? '',
      toWire: (typed: string) => typed.trim(),
      fault: formats.email,
    },
    stored: text,
    shown: asItIs,
  });

const phoneRequired = 'Phone is required';
/** A phone as it is typed or stored; normalised to E.164 by the use case. */
export const phoneInput = z.union([maskedPhone, phoneNumber], {
  error: (issue) => (issue.input === undefined || issue.input === '' ? phoneRequired : wrongPhone),
});

const phoneOf = <const S extends SaidOfLead<string | null>, Input extends z.ZodType>(said: S, input: Input) =>
  leadField(said, 'phone', {
    wire: z.string().nullable(),
    input,
    neededSentence: phoneRequired,
    typed: {
      empty: '',
      ofWire: (value) => (value ? toMask(value) : ''),
      toWire: (typed: string) => typed || null,
      fault: formats.phone,
    },
    stored: { ...text, ofWire: (value) => (value === null ? null : (toE164(value) ?? value)) },
    shown: (value) => toShown(toE164(value) ?? value),
  });

/** The number that a lead is reached by. */
export const mainPhone = <const S extends SaidOfLead<string | null>>(said: S) => phoneOf(said, phoneInput);

/** Another number of the same person, or none. */
export const otherPhone = <const S extends SaidOfLead<string | null>>(said: S) =>
  phoneOf(said, phoneInput.nullable().optional());

/** A zip code of five digits. */
export const leadZip = <const S extends SaidOfLead<string | null>>(said: S) =>
  leadField(said, 'zip', {
    wire: z.string().nullable(),
    input: zipCode.nullable().optional(),
    typed: {
      empty: '',
      ofWire: (value) => value ?? '',
      toWire: (typed: string) => typed || null,
      fault: formats.zipcode,
    },
    stored: text,
    shown: asItIs,
  });

const capital = (code: string) => code.charAt(0).toUpperCase() + code.slice(1);
const nameIn = (options: readonly Option[], id: string) =>
  options.find((option) => option.id === id)?.name ?? capital(id);

export const optionsOf = (choices: readonly Choice[]): readonly Option[] =>
  choices.map(({ value, text: name }) => ({ id: value, name }));

/** The entries of a list that are shown as they are kept, first letter large. */
export const namedByThemselves = (codes: readonly string[]): readonly Option[] =>
  codes.map((id) => ({ id, name: capital(id) }));

export interface ChoiceOf<Wire> {
  codes: Wire;
  options: readonly Option[];
}

function choiceOf<
  const S extends SaidOfLead<string | null>,
  Wire extends z.ZodType<string>,
  Input extends z.ZodType,
>(said: S & ChoiceOf<Wire>, input: Input) {
  const { codes, options } = said;
  return leadField<S, z.ZodNullable<Wire>, Input, z.output<Wire> | ''>(said, 'choice', {
    wire: codes.nullable(),
    input,
    options,
    typed: { empty: '', ofWire: (value) => value ?? '', toWire: (typed) => typed || null },
    stored: text,
    shown: (value) => nameIn(options, value),
  });
}

/** One of a list's entries. */
export const leadChoice = <const S extends SaidOfLead<string | null>, Wire extends z.ZodType<string>>(
  said: S & ChoiceOf<Wire>,
) => choiceOf(said, said.codes.nullable().optional());

const stateOptions = states.map(({ code, name }) => ({ id: code, name }));
const ofStates = { codes: stateCode, options: stateOptions };
/** The state of whoever must say where they live. */
export const homeState = <const S extends SaidOfLead<string | null>>(said: S) =>
  choiceOf<S, typeof stateCode, typeof stateCode>({ ...said, ...ofStates }, stateCode);

/** The same where it may be left out. */
export const anyState = <const S extends SaidOfLead<string | null>>(said: S) =>
  leadChoice<S, typeof stateCode>({ ...said, ...ofStates });

/** Male or female; a form begins with `initially`, and with `unknown` of somebody of whom neither is known. */
export const genderOfPerson = <const S extends SaidOfLead<string | null>, const Empty extends Gender | ''>(
  said: S & { initially: Gender | Empty; unknown: Empty },
) =>
  leadField<S, z.ZodNullable<typeof genderCode>, z.ZodOptional<typeof genderCode>, Gender | Empty>(
    said,
    'gender',
    {
      wire: genderCode.nullable(),
      input: genderCode.optional(),
      options: [
        { id: 'm', name: 'Male' },
        { id: 'f', name: 'Female' },
      ],
      typed: {
        empty: said.initially,
        ofWire: (value) => genderOf(value) ?? said.unknown,
        toWire: (typed) => typed || null,
      },
      stored: text,
      shown: (value) => (value === 'm' ? 'Male' : 'Female'),
    },
  );

const shownFlag = (value: Flag) => (value === 1 ? 'Yes' : 'No');
const typedFlag = {
  empty: 0 as Flag,
  ofWire: (value: Flag | null) => value ?? 0,
  toWire: (typed: Flag) => typed,
};

/** Yes, no, or not known. */
export const yesNo = <const S extends SaidOfLead<Flag | null>>(said: S) =>
  leadField(said, 'flag', {
    wire: flagOnWire.nullable(),
    input: flagOnWire.nullable().optional(),
    typed: typedFlag,
    stored: number,
    shown: shownFlag,
  });

/** Yes where somebody said so, no for everybody else. */
export const agreed = <const S extends SaidOfLead<Flag>>(said: S) =>
  leadField(said, 'flag', {
    wire: flagOnWire,
    input: flagOnWire.optional(),
    typed: typedFlag,
    stored: { as: 'number', blank: 0 },
    shown: shownFlag,
  });

const height = z.int().min(53).max(83).nullable();
/** Of a grown person, in whole inches, chosen as feet and inches. */
export const heightOfPerson = <const S extends SaidOfLead<number | null>>(said: S) =>
  leadField(said, 'height', {
    wire: height,
    input: height.optional(),
    typed: { empty: null as number | null, ofWire: asItIs, toWire: (typed: number | null) => typed },
    stored: number,
    shown: (value) => heights.find((each) => each.value === value)?.text ?? String(value),
  });

/** A number that is typed as digits. */
function typedNumber<
  const S extends SaidOfLead<number | null>,
  W extends z.ZodNullable<z.ZodNumber | z.ZodInt>,
>(
  said: S,
  kind: LeadFieldKind,
  {
    wire,
    fault,
    shown,
  }: { wire: W; fault: (text: string) => string | undefined; shown: (value: number) => string },
) {
  return leadField<S, W, z.ZodOptional<W>, string>(said, kind, {
    wire,
    input: wire.optional(),
    typed: {
      empty: '',
      ofWire: (value) => (value === null ? '' : String(value)),
      toWire: (typed) => (typed === '' ? null : Number(typed)),
      fault,
    },
    stored: { as: 'number', blank: null as z.output<W> },
    shown: (value) => shown(Number(value)),
  });
}

/** A weight in whole pounds. */
export const pounds = <const S extends SaidOfLead<number | null>>(said: S) =>
  typedNumber(said, 'pounds', {
    wire: z.int().min(1).max(999).nullable(),
    fault: formats.weight,
    shown: (value) => `${String(value)} lb`,
  });

/** A height in whole inches, of anybody. */
export const inches = <const S extends SaidOfLead<number | null>>(said: S) =>
  typedNumber(said, 'inches', {
    wire: z.int().min(1).max(99).nullable(),
    fault: formats.inches,
    shown: (value) => `${String(value)} in`,
  });

/** Hours of a week. */
export const hoursOfWeek = <const S extends SaidOfLead<number | null>>(said: S) =>
  typedNumber(said, 'hours', {
    wire: z.number().min(0).max(168).nullable(),
    fault: formats.hoursOfWeek,
    shown: (value) => `${String(value)} hours a week`,
  });

/** Money of a lead, in dollars: kept to the cent. */
const dollars = z
  .number()
  .min(0, moneySentences.negative)
  .max(1e18, moneySentences.tooLong)
  .refine(isWholeCents, moneySentences.decimals)
  .nullable();
const cents = { ...number, ofWire: centsOrNull, toWire: dollarsOrNull };

/** An amount that is typed; `initially` in the form that makes a lead. */
export const amount = <const S extends SaidOfLead<number | null>>(said: S & { initially?: string }) =>
  leadField<S, typeof dollars, z.ZodOptional<typeof dollars>, string>(said, 'money', {
    wire: dollars,
    input: dollars.optional(),
    typed: {
      empty: said.initially ?? '',
      ofWire: typedMoney,
      toWire: (typed) => readMoney(typed) ?? null,
      fault: formats.dollars,
    },
    stored: cents,
    shown: shownMoney,
  });

/** An amount that is chosen, from a list that depends on the lead. */
export const chosenAmount = <const S extends SaidOfLead<number | null>>(said: S) =>
  leadField(said, 'dollars', {
    wire: dollars,
    input: dollars.optional(),
    typed: { empty: null as number | null, ofWire: asItIs, toWire: (typed: number | null) => typed },
    stored: cents,
    shown: shownMoney,
  });

/** A day, typed and shown as 11/20/2026. */
export const day = <const S extends SaidOfLead<string | null>>(said: S) =>
  leadField(said, 'date', {
    wire: plainDate.nullable(),
    input: plainDate.nullable().optional(),
    typed: {
      empty: '',
      ofWire: (value) => (value ? shownDate(value) : ''),
      toWire: (typed: string) => parseShownDate(typed) ?? null,
      fault: formats.shownDate,
    },
    stored: text,
    shown: shownDate,
  });

/** A day, typed as it is stored: 2026-11-20. */
export const plainDay = <const S extends SaidOfLead<string | null>>(said: S) =>
  leadField(said, 'plainDate', {
    wire: plainDate.nullable(),
    input: plainDate.nullable().optional(),
    typed: {
      empty: '',
      ofWire: (value) => value ?? '',
      toWire: (typed: string) => typed || null,
      fault: formats.plainDate,
    },
    stored: text,
    shown: shownDate,
  });

/** The day that a customer was born, typed in three parts. */
export const birthDate = <const S extends SaidOfLead<string | null>>(said: S) =>
  leadField<S, z.ZodNullable<typeof plainDate>, typeof plainDate, BirthParts>(said, 'birthDate', {
    wire: plainDate.nullable(),
    input: plainDate,
    typed: {
      empty: { birth_month: '', birth_day: '', birth_year: '' },
      ofWire: (value) => {
        const [birth_year = '', birth_month = '', birth_day = ''] = value?.split('-') ?? [];
        return { birth_month, birth_day, birth_year };
      },
      toWire: ({ birth_month, birth_day, birth_year }) => `${birth_year}-${birth_month}-${birth_day}`,
    },
    stored: text,
    shown: shownDate,
  });

/** One of a list that admins keep, by its code. */
export const listed = <const S extends SaidOfLead<string | null>>(said: S) =>
  leadField(said, 'listed', {
    wire: line.nullable(),
    input: line.nullable().optional(),
    typed: { empty: '', ofWire: (value) => value ?? '', toWire: (typed: string) => typed || null },
    stored: text,
    shown: asItIs,
  });

const codes = z.array(z.string()).max(60);
/** The same where something else may be sent for them, too. */
export const severalListedAs = <const S extends SaidOfLead<string[]>, Input extends z.ZodType>(
  said: S,
  input: Input,
) =>
  leadField<S, typeof codes, Input, string[]>(said, 'severalListed', {
    wire: codes,
    input,
    typed: { empty: [], ofWire: medicationList, toWire: asItIs },
    stored: { as: 'texts', blank: [], toWire: medicationList },
    shown: (value) => value.join(', '),
  });

/** Several of a list that admins keep, by their codes. */
export const severalListed = <const S extends SaidOfLead<string[]>>(said: S) =>
  severalListedAs(said, codes.optional());
