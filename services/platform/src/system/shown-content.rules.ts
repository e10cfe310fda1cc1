import { maskPhones } from '../log/redact.js';

/**
 * Fields whose values say what a message is about and nothing of a person: identifiers, kinds, states, instants and
 * counters. Everything else is covered, so that a field that is new tomorrow is covered too.
 */
const plainNames =
  /^(id|ids|type|types|kind|how|state|status|from|to|version|sequence|source|code|reason|role|action|channel|direction|at|time|queue|specversion|subject|dataschema|datacontenttype|correlationid|causationid|actorid|actorrole)$|_(id|ids|at|kind|type|status|state|version)$|At$/;
/** What such a value looks like; a plain name with anything longer or stranger in it is covered all the same. */
const plainText = /^[A-Za-z0-9][A-Za-z0-9_.:/\-+]{0,79}$/;
const looksPersonal = /@|\+?\d{10,}/;
const objectId = /^[0-9a-f]{24}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const emailAddress = /[^\s@"'<>{}]+@[^\s@"'<>{}]+/g;
/** How a store names the value that a unique index refused. */
const duplicateValue = /dup key: \{[^}]*\}/g;

const deepest = 10;
const maxItems = 20;
const longestReason = 500;

function isPlain(text: string): boolean {
  if (objectId.test(text) || uuid.test(text)) return true;
  return plainText.test(text) && !looksPersonal.test(text);
}

function coveredText(text: string): string {
  return `(text, ${String(text.length)})`;
}

function shown(name: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined) return value;
  if (depth > deepest) return '(deeper)';
  if (Array.isArray(value)) {
    const items = value.slice(0, maxItems).map((each) => shown(name, each, depth + 1));
    return value.length > maxItems ? [...items, `(${String(value.length - maxItems)} more)`] : items;
  }
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, shown(key, each, depth + 1)] as const),
    );
  }
  const isNamedPlain = plainNames.test(name);
  if (typeof value === 'string') return isNamedPlain && isPlain(value) ? value : coveredText(value);
  if (typeof value === 'number') return isNamedPlain ? value : '(number)';
  return typeof value === 'boolean' ? '(yes or no)' : '(unknown)';
}

/**
 * What a person sees of a message that was given up on: its shape with names, identifiers, kinds and instants. Any other
 * value may be a customer's and is replaced by its kind: `(text, 14)`, `(number)`, `(yes or no)`.
 */
export function shownContent(value: unknown): unknown {
  return shown('', value, 0);
}

/** What a dead letter holds, as far as it may be shown; of what is no JSON its length alone. */
export function shownBytes(content: Buffer): unknown {
  const text = content.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return coveredText(text);
  }
  return shownContent(value);
}

/** The reason of a failure without what a library may have put into it: telephone numbers, addresses, values of keys. */
export function shownReason(reason: string): string {
  return maskPhones(reason.slice(0, 4 * longestReason))
    .replace(duplicateValue, 'dup key: (covered)')
    .replace(emailAddress, '(address)')
    .slice(0, longestReason);
}
