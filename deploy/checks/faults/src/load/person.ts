import type { z } from 'zod';
import type { User } from '@crm/contracts/entities/user.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { addressOf, type CallInput } from '@crm/platform/http/call-address.js';

/** Timeout of a request. */
const patienceMs = 15_000;

/** The known outcome of a request: done, refused without effect, or unknown. */
export type Said<A> =
  | { is: 'acknowledged'; answer: A }
  | { is: 'refused'; status: number; text: string }
  | { is: 'unknown'; why: string };

/** A client without a browser. */
export interface Person {
  user: User;
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    headers?: Record<string, string>,
  ): Promise<Said<z.output<E['answer']>>>;
  /** The same where no fault is expected: throws on any other response. */
  must<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<z.output<E['answer']>>;
  /** Sends a form with a file. */
  upload<E extends Endpoint>(endpoint: E, form: FormData): Promise<Said<z.output<E['answer']>>>;
  token: string;
}

async function send<E extends Endpoint>(
  url: string,
  endpoint: E,
  init: RequestInit,
): Promise<Said<z.output<E['answer']>>> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
    const text = await response.text();
    // A gateway error leaves the outcome unknown; any other refusal comes from the service.
    if (response.status >= 500)
      return { is: 'unknown', why: `${String(response.status)} ${text.slice(0, 120)}` };
    if (!response.ok) return { is: 'refused', status: response.status, text: text.slice(0, 300) };
    return { is: 'acknowledged', answer: endpoint.answer.parse(JSON.parse(text)) as z.output<E['answer']> };
  } catch (error) {
    return { is: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Signs a user in. Each request goes through any available gateway. `authUrl`: signs in past the gateways, whose
 * rate limit per address is lower.
 */
export async function person(url: string, email: string, password: string, authUrl = url): Promise<Person> {
  const json = (token: string) => ({
    'content-type': 'application/json',
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  });
  const post = <E extends Endpoint>(
    token: string,
    endpoint: E,
    input: CallInput<E>,
    headers: Record<string, string> = {},
  ) =>
    send(`${token === '' ? authUrl : url}${addressOf(endpoint, input)}`, endpoint, {
      method: endpoint.method,
      headers: { ...json(token), ...headers },
      ...(endpoint.body === undefined ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
  const signed = await post('', signIn, { body: { email, password } });
  if (signed.is !== 'acknowledged') throw new Error(`${email} could not sign in: ${JSON.stringify(signed)}`);
  const { token, user } = signed.answer;
  return {
    user,
    token,
    call: (endpoint, input, headers) => post(token, endpoint, input, headers),
    must: async (endpoint, input) => {
      const said = await post(token, endpoint, input);
      if (said.is === 'acknowledged') return said.answer;
      throw new Error(`${endpoint.name}: ${JSON.stringify(said)}`);
    },
    upload: (endpoint, form) =>
      send(`${url}${endpoint.path}`, endpoint, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${token}` },
        body: form,
      }),
  };
}
