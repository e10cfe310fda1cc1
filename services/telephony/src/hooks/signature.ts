import twilio from 'twilio';

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

/**
 * Whether the carrier sent this: the header is the HMAC of our public address, as it was asked for, and of every field.
 * The address is made of what is configured, never of the Host header.
 */
export function isSigned(signed: {
  authToken: string;
  signature: string | undefined;
  publicBaseUrl: string;
  /** Path and query as they stood in the request line. */
  address: string;
  form: ReadonlyMap<string, readonly string[]>;
}): boolean {
  const { authToken, signature, publicBaseUrl, address, form } = signed;
  if (signature === undefined || signature === '') return false;
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, values] of form) fields[key] = values.length === 1 ? values[0] : values;
  return twilio.validateRequest(authToken, signature, `${publicBaseUrl}${address}`, fields);
}
