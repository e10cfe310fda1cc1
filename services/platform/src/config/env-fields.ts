import { z } from 'zod';

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** Whether what listens on an address is reached from its own machine alone. */
export const isLoopback = (host: string): boolean => loopback.has(host);

/** A whole number of at least `min`, with a default. */
export const whole = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);

/** Where another service answers; without the slash at its end. */
export const serviceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http address' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Where a collector of traces takes OTLP over HTTP, `http://host:4318`; nothing is traced without one. */
export const otlpEndpoint = serviceUrl.optional();

/** A JSON text of what is named. */
export const json = (what: string) =>
  z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: `must be a JSON object of ${what}` });
      return z.NEVER;
    }
  });

/** Public keys of sessions, `{"<kid>": "<PEM>"}`: more than one while keys are exchanged. */
export const publicKeys = json('key id to PEM').pipe(z.record(z.string().min(1), z.string().min(1)));

/** Keys between services; the first one signs. */
export const serviceKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.tuple([z.string().min(32, 'must have at least 32 characters')], z.string().min(32)));

/** An id of the carrier's by its two letters. */
export const sid = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `must be ${prefix} and 32 hexadecimal digits`);
/** A secret of the carrier's. */
export const secret = z.string().min(16, 'must have at least 16 characters');
/** The carrier's tokens, two of them while one is exchanged: requests are made with the first, webhooks are signed with either. */
export const authTokens = z
  .string()
  .transform((text) => text.split(',').map((token) => token.trim()))
  .pipe(z.array(secret).max(2, 'must be one, or two while one is exchanged'))
  .transform(([first = '', ...others]) => ({ authToken: first, authTokens: [first, ...others] }));

/** The carrier's package reads these by itself and would send every call elsewhere. */
export const unset = z.undefined({ error: 'must not be set' }).optional();
