import twilio from 'twilio';
import { z } from 'zod';

const plainObject = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.unknown()));

/** The form of a webhook, flat: brackets in a key mean nothing, and no value is trimmed before it was checked. */
export type Fields = Readonly<Record<string, string>>;

/** Reads a form as the carrier wrote it; of a key that comes twice, all values in the order they came. */
export function readForm(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const values = fields.get(key);
    if (values === undefined) fields.set(key, [value]);
    else values.push(value);
  }
  return fields;
}

/** The first value of each field: no hook has one twice, and what is more is nobody's. */
export function flatten(form: ReadonlyMap<string, readonly string[]>): Fields {
  // Without a prototype: a field may bear any name.
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, [value = '']] of form) fields[key] = value;
  return fields;
}

/** The plain values of a JSON object, as a form would have them; what is nested is left out, and what is no object is empty. */
export function readJson(text: string): Fields {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const read = plainObject.safeParse(text);
  for (const [key, value] of Object.entries(read.success ? read.data : {}))
    if (['string', 'number', 'boolean'].includes(typeof value)) fields[key] = String(value);
  return fields;
}

/**
 * Whether the carrier sent this: the header is the HMAC of our public address, as it was asked for, and of every field.
 * The address is made of what is configured, never of the Host header.
 */
export function isSigned(signed: {
  /** Any of them: while one is exchanged there are two. */
  authTokens: readonly string[];
  signature: string | undefined;
  publicBaseUrl: string;
  /** Path and query as they stood in the request line. */
  address: string;
  form: ReadonlyMap<string, readonly string[]>;
}): boolean {
  const { authTokens, signature, publicBaseUrl, address, form } = signed;
  if (signature === undefined || signature === '') return false;
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, values] of form) fields[key] = values.length === 1 ? values[0] : values;
  return authTokens.some((token) =>
    twilio.validateRequest(token, signature, `${publicBaseUrl}${address}`, fields),
  );
}

/** The same of a body that is no form: the address names the hash of the body, and is signed by itself. */
export function isBodySigned(signed: {
  authTokens: readonly string[];
  signature: string | undefined;
  publicBaseUrl: string;
  address: string;
  body: string;
}): boolean {
  const { authTokens, signature, publicBaseUrl, address, body } = signed;
  if (signature === undefined || signature === '') return false;
  return authTokens.some((token) =>
    twilio.validateRequestWithBody(token, signature, `${publicBaseUrl}${address}`, body),
  );
}
