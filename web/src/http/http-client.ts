import { errorAnswer, type ErrorAnswer } from '@crm/contracts/errors.js';
import { HttpError } from 'react-admin';
import type { Session } from '../session/session.js';

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

export type HttpClient = (url: string, options?: RequestInit) => Promise<HttpAnswer>;

/** By which a request is found in logs and in the audit log. */
export const requestIdHeader = 'X-Request-Id';

/** An answer that never came: no connection, or nobody behind the gateway to give one in our envelope. */
export const unreachableMessage = 'crm.error.unreachable';

/**
 * Makes the one way to the server: it adds the bearer token and a request id, where it has none, and turns every refusal into
 * react-admin's HttpError whose body is the error envelope, so that forms find their field errors at `body.errors`.
 * Rejects with status 0 when no answer came.
 */
export function createHttpClient({
  session,
  fetch,
}: {
  session: Pick<Session, 'token'>;
  fetch: typeof window.fetch;
}): HttpClient {
  return async (url, options = {}) => {
    const headers = new Headers(options.headers);
    headers.set('Accept', 'application/json');
    if (!headers.has(requestIdHeader)) headers.set(requestIdHeader, crypto.randomUUID());
    if (typeof options.body === 'string') headers.set('Content-Type', 'application/json');
    const token = session.token();
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);

    const { response, body } = await send(fetch, url, { ...options, headers });
    const json = parseJson(body);
    if (response.ok) return { status: response.status, headers: response.headers, body, json };

    const refusal = errorAnswer.safeParse(json);
    throw refusal.success
      ? new HttpError(refusal.data.message, response.status, refusal.data)
      : new HttpError(unreachableMessage, response.status);
  };
}

async function send(fetch: typeof window.fetch, url: string, options: RequestInit) {
  try {
    // A 307 of this server carries no Location: it is an answer to read, and the browser hands it over.
    const response = await fetch(url, options);
    // An answer that breaks off, as by going to another page, never came either.
    return { response, body: await response.text() };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new HttpError(unreachableMessage, 0);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not ours: a proxy's page, or nothing at all.
    return undefined;
  }
}

/** The envelope of a refusal, or undefined where the error is no refusal in our form. */
export function refusalOf(error: unknown): ErrorAnswer | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const parsed = errorAnswer.safeParse(error.body);
  return parsed.success ? parsed.data : undefined;
}

/** The HTTP status of a failed call, 0 where no answer came. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const status: unknown = error.status;
  return typeof status === 'number' ? status : undefined;
}
