import type { z } from 'zod';
import { errorAnswer, type ErrorAnswer } from '@crm/contracts/errors.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { addressOf, type CallInput } from '../http/call-address.js';

/** An answer as a test looks at it: `answer` where it succeeded, `refusal` where not. */
export interface TestAnswer<A> {
  status: number;
  headers: Headers;
  /** The body as it came. */
  body: unknown;
  /** The body by the endpoint's contract; throws where the call was refused or the body breaks the contract. */
  readonly answer: A;
  /** The body by the contract of refusals; throws where the call was not refused. */
  readonly refusal: ErrorAnswer;
}

type ClientToken = string | undefined | ((endpoint: Endpoint) => string | undefined);

export interface HttpClient {
  /** Makes a call and answers whatever comes back, refusals too. */
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    headers?: Record<string, string>,
  ): Promise<TestAnswer<z.output<E['answer']>>>;
  /** The same client with another token, or one for each endpoint. */
  as(token: ClientToken): HttpClient;
}

/** A client typed over endpoints, for tests: of a service's or a gateway's url, with or without a session token. */
export function httpClient(url: string, given?: ClientToken): HttpClient {
  return {
    as: (other) => httpClient(url, other),
    call: async <E extends Endpoint>(
      endpoint: E,
      input: CallInput<E>,
      headers: Record<string, string> = {},
    ) => {
      const token = typeof given === 'function' ? given(endpoint) : given;
      const response = await fetch(`${url}${addressOf(endpoint, input)}`, {
        method: endpoint.method,
        redirect: 'manual',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(endpoint.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(endpoint.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
      return {
        status: response.status,
        headers: response.headers,
        body,
        get answer() {
          if (response.ok) return endpoint.answer.parse(body) as z.output<E['answer']>;
          throw new Error(`${endpoint.name} was refused: ${String(response.status)} ${text}`);
        },
        get refusal() {
          if (!response.ok) return errorAnswer.parse(body);
          throw new Error(`${endpoint.name} was not refused: ${text}`);
        },
      };
    },
  };
}
