import type { CarrierAccount } from '../carrier/twilio-client.js';

const apiHost = 'api.twilio.com';

/** A file at the carrier, by its path within our account; undefined while it has none. Throws where it cannot be asked. */
export type OpenAtCarrier = (path: string) => Promise<AsyncIterable<Uint8Array> | undefined>;

/**
 * The content of an answer. `fetch` cancels the body of an answer that is collected as garbage before anybody reads, which
 * then looks like an empty file: this keeps the answer until then.
 */
async function* contentOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body !== null) yield* response.body;
}

/**
 * Opens files where the carrier keeps them: the address is made of what is configured and a path of the carrier's ids. The
 * host that is meant is named beside it, as for every other call, since a simulated carrier is all hosts in one. Whoever
 * is not done with a file after `timeoutMs` milliseconds gets an error.
 */
export function openAtCarrier(
  { baseUrl, accountSid, authToken }: CarrierAccount,
  timeoutMs: number,
): OpenAtCarrier {
  const folder = `${baseUrl ?? `https://${apiHost}`}/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return async (path) => {
    const response = await fetch(`${folder}/${path}`, {
      headers: { authorization, 'x-twilio-host': apiHost },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return contentOf(response);
    await response.body?.cancel();
    if (response.status === 404) return undefined;
    throw new Error(`The carrier returned ${String(response.status)} for a file`);
  };
}
