import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseNetwork } from '../network/network.rules.js';
import { privateServiceKeys, publicServiceKeys } from '../identity/service-keys.js';

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

/** Whether what listens on an address is reached from its own machine alone. */
export const isLoopback = (host: string): boolean => loopback.has(host);

/** A whole number of at least `min`, with a default. */
export const whole = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);

/** The port of `/metrics`; undefined (0, or unset): the service's own port, for this machine alone. */
export const metricsPort = z.coerce
  .number()
  .int()
  .min(0)
  .max(65_535)
  .default(0)
  .transform((port) => (port === 0 ? undefined : port));

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

/** What stands in a setting itself, or in the file that it names. */
const inPlaceOrFile = z.string().transform((text, context) => {
  if (text.trimStart().startsWith('{')) return text;
  try {
    return readFileSync(text, 'utf8');
  } catch {
    // Neither is repeated: it could be a secret that was set in the wrong place.
    context.addIssue({ code: 'custom', message: 'is neither a JSON object nor a file that can be read' });
    return z.NEVER;
  }
});

/** The keys by which services know each other: a service's own private ones, and the public ones of all. */
export const serviceKeyFields = {
  SERVICE_KEYS: inPlaceOrFile.pipe(json('keys')).pipe(privateServiceKeys),
  SERVICE_PUBLIC_KEYS: inPlaceOrFile.pipe(json('keys')).pipe(publicServiceKeys),
};

/** The agency's name as customers know it: consents name it, and so do texts and the dialler's farewell. */
export const agencyName = z.string().trim().min(1).max(60);

/** Networks that an operator allows, `10.20.0.0/16,fd00:20::/32`. */
export const networks = z.string().transform((list, context) =>
  list
    .split(',')
    .filter((each) => each.trim() !== '')
    .flatMap((each) => {
      const network = parseNetwork(each);
      if (network !== undefined) return [network];
      context.addIssue({ code: 'custom', message: `${each.trim()} is no network like 10.20.0.0/16` });
      return [];
    }),
);
