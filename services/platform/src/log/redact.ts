import { apiKeyPrefix } from '@crm/contracts/codes/key-scopes.js';

/** Names whose values never reach a log, compared in lower case without `_` and `-`. */
const secretNames = new Set([
  'password',
  'oldpassword',
  'newpassword',
  'passwordhash',
  'token',
  'accesstoken',
  'refreshtoken',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'secret',
  'clientsecret',
  'privatekey',
  'apikey',
  'emailcredentials',
  // What people write to each other.
  'body',
  'html',
  'text',
  'textmessage',
  'voicemail',
]);

const hidden = '[redacted]';
const deepest = 8;
const phone = /\+?1?[ .-]?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}(?![\w-])/g;

/** Leaves the last four digits of a phone number: `+12145550117` becomes `***0117`. */
export function maskPhone(number: string): string {
  return `***${number.replace(/\D/g, '').slice(-4)}`;
}

const apiKey = new RegExp(`(${apiKeyPrefix}[0-9a-f]{24}_)[\\w-]+`, 'g');

/** Takes the secret out of API keys inside a text; the id that tells them apart stays. */
export const maskKeys = (text: string) =>
  text.includes(apiKeyPrefix) ? text.replace(apiKey, `$1${hidden}`) : text;

/** Masks every phone number inside a text, however it is written. Longer runs of digits (ids, instants) stay. */
export function maskPhones(text: string): string {
  if (text.length < 10) return text;
  return text.replace(phone, (match: string, offset: number) => {
    const before = text[offset - 1];
    return before !== undefined && /[\w-]/.test(before) ? match : maskPhone(match);
  });
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const { cause, code, details }: { cause?: unknown; code?: unknown; details?: unknown } = error;
  return {
    type: error.name,
    message: maskPhones(maskKeys(error.message)),
    stack: maskPhones(maskKeys(error.stack ?? '')),
    ...(code === undefined ? {} : { code }),
    ...(details === undefined ? {} : { details: redactValue(details, depth + 1) }),
    ...(error instanceof AggregateError ? { errors: redactValue(error.errors, depth + 1) } : {}),
    ...(cause === undefined ? {} : { cause: redactValue(cause, depth + 1) }),
  };
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskPhones(maskKeys(value));
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return '[deeper]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((each) => redactValue(each, depth + 1));
  if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
  if (!isPlain(value)) return value;
  return redact(value, depth);
}

/**
 * A copy of what is about to be logged without passwords, tokens, credentials and message bodies, with phone numbers
 * cut to their last four digits, at any depth. Errors become plain objects with their stack and causes.
 */
export function redact(fields: object, depth = 0): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isSecret = typeof value !== 'boolean' && secretNames.has(name.toLowerCase().replace(/[_-]/g, ''));
    kept[name] = isSecret && value !== undefined && value !== null ? hidden : redactValue(value, depth + 1);
  }
  return kept;
}
