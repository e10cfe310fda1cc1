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

/** Parses a webhook's form flat: brackets in keys have no meaning, and values are not trimmed before verification. */
export type Fields = Readonly<Record<string, string>>;

/** Parses a form as sent; a repeated key keeps all values in order. */
export function readForm(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const values = fields.get(key);
    if (values === undefined) fields.set(key, [value]);
    else values.push(value);
  }
  return fields;
}

/** The first value of each field: webhooks have no repeated fields, so further values are ignored. */
export function flatten(form: ReadonlyMap<string, readonly string[]>): Fields {
  // Without a prototype: a field can have any name.
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, [value = '']] of form) fields[key] = value;
  return fields;
}

/** The scalar values of a JSON object, as form fields; nested values are omitted, and a non-object is empty. */
export function readJson(text: string): Fields {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const read = plainObject.safeParse(text);
  for (const [key, value] of Object.entries(read.success ? read.data : {}))
    if (['string', 'number', 'boolean'].includes(typeof value)) fields[key] = String(value);
  return fields;
}

/**
 * Whether the carrier sent this: the header is the HMAC of our public URL as requested and of every field. The URL
 * is built from the configuration, never from the Host header.
 */
export function isSigned(signed: {
  /** Any of them: there are two during rotation. */
  authTokens: readonly string[];
  signature: string | undefined;
  publicBaseUrl: string;
  /** Path and query as in the request line. */
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

/** The same for a body that is not a form: the URL contains the hash of the body, and only the URL is signed. */
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
