import { z } from 'zod';

/** What a field says that must be filled and is not (rule L16). */
export const requiredMessage = 'This field is required';
/** What fields say that must be filled and are not, in the specification's words. */
export const requiredMessages: ReadonlySet<string> = new Set([
  requiredMessage,
  'E-mail is required',
  'Phone is required',
]);
/** What is said of a field that nobody asked for. */
export const unknownFieldMessage = 'Unknown field';

const count = (most: number | bigint) => most.toLocaleString('en-US');

/** What is said of a text that is too long: `At most 5,000 characters`. */
export const atMostCharacters = (most: number | bigint): string => `At most ${count(most)} characters`;

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;
type Raw<Code extends Issue['code']> = z.core.$ZodRawIssue<Extract<Issue, { code: Code }>>;

const kinds: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
  null: 'Must be empty',
  undefined: 'Must be empty',
};

const formats: Readonly<Record<string, string>> = {
  date: 'Enter a valid date, for example 2026-11-20',
  datetime: 'Enter a UTC time, for example 2026-11-20T17:31:00.000Z',
  time: 'Enter a time, for example 09:30',
  email: 'E-mail must be valid',
  url: 'Enter a full URL, for example https://example.com',
  uuid: 'Not a valid id',
};

/** Lists as long as this are named; of a longer one a person sees the entries on the screen. */
const longestNamed = 12;

function choose(values: readonly unknown[]): string {
  const named = values.map((value) =>
    value === '' || value === null ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value),
  );
  const last = named.at(-1) ?? '';
  if (named.length > longestNamed) return 'Choose an option from the list';
  return named.length === 1 ? `Choose ${last}` : `Choose ${named.slice(0, -1).join(', ')} or ${last}`;
}

function tooBig({ origin, maximum, inclusive, exact }: Raw<'too_big'>): string {
  if (origin === 'string') {
    return exact ? `Exactly ${count(maximum)} characters` : atMostCharacters(maximum);
  }
  if (origin === 'array' || origin === 'set') return `At most ${count(maximum)} entries`;
  return inclusive === false ? `Less than ${count(maximum)}` : `At most ${count(maximum)}`;
}

function tooSmall({ origin, minimum, inclusive, exact }: Raw<'too_small'>): string {
  if (origin === 'string') {
    if (exact) return `Exactly ${count(minimum)} characters`;
    return minimum === 1 ? requiredMessage : `At least ${count(minimum)} characters`;
  }
  if (origin === 'array' || origin === 'set') {
    return minimum === 1 ? 'At least one entry' : `At least ${count(minimum)} entries`;
  }
  return inclusive === false ? `More than ${count(minimum)}` : `At least ${count(minimum)}`;
}

const notAsWritten = 'Invalid format';

/** Of a union whose branches all refuse: the choices where each is one, else what the first says that reads the value. */
function noBranch({ errors, options }: Raw<'invalid_union'>): string {
  if (Array.isArray(options) && options.length > 0) return choose(options);
  const own = errors.map((branch) => branch.filter(({ path }) => path.length === 0));
  const choices = own.flat().filter((issue) => issue.code === 'invalid_value');
  if (choices.length > 0 && choices.length === own.length)
    return choose(choices.flatMap(({ values }) => values));
  const said = own.flat();
  const reading = said.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value');
  return (reading ?? said[0])?.message ?? notAsWritten;
}

/**
 * The sentence of a value that a schema refuses without one of its own: what is expected, never what the validator calls
 * it. People read it beside the field, programs in `errors` of an answer.
 */
export function fieldSentence(issue: RawIssue): string {
  if (issue.input === undefined || issue.input === null) {
    if (issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union') {
      return requiredMessage;
    }
  }
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? notAsWritten;
    case 'invalid_value':
      return choose(issue.values);
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_format':
      return formats[issue.format] ?? notAsWritten;
    case 'not_multiple_of':
      return issue.divisor >= 1
        ? `A multiple of ${count(issue.divisor)}`
        : `At most ${String(Math.round(-Math.log10(issue.divisor)))} decimals`;
    case 'unrecognized_keys':
    case 'invalid_key':
      return unknownFieldMessage;
    case 'invalid_union':
      return noBranch(issue);
    case 'invalid_element':
    case 'custom':
      return notAsWritten;
  }
}

z.config({ customError: fieldSentence });
