import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import type { Attempted } from './request.js';

/** An entry that a call has to have left, by what its line of the download says. */
export interface Promised {
  call: string;
  /** The request's id, the action and the outcome. */
  texts: readonly string[];
}

/** Refusals that are entered: the asker may not, or may not even know. */
const denials: ReadonlySet<string | undefined> = new Set(['forbidden', 'not_found']);

/** What a call promised to leave by its rule and its answer; undefined for none. What only touches the own account may. */
export function promisedEntry(
  { name, audit }: Endpoint,
  as: string,
  { status, headers, body }: Attempted,
): Promised | undefined {
  if (audit === undefined || audit === 'none' || audit.exceptOwn === true) return undefined;
  const isDenied = denials.has(errorAnswer.safeParse(body).data?.code);
  // Other refusals, 307 among them, neither showed nor changed anything.
  if (!isDenied && (status < 200 || status >= 300)) return undefined;
  const id = headers.get('x-request-id') ?? 'a request without an id';
  return { call: `${name} by ${as}`, texts: [id, audit.action, isDenied ? 'denied' : 'done'] };
}
