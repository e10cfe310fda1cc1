import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import type { z } from 'zod';
import { requestIdHeader, type HttpAnswer, type HttpClient } from './http-client.js';

type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Parameters, query and body of a call as they go out; only those that the endpoint has. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A>
    ? (P extends z.ZodType ? { params: Sent<P> } : unknown) &
        (Q extends z.ZodType ? { query?: Sent<Q> } : unknown) &
        (B extends z.ZodType ? { body: Sent<B> | FormData } : unknown) & {
          signal?: AbortSignal;
          /** The call goes out even where the window is closed meanwhile. */
          keepalive?: boolean;
          /** One that several calls of one action share; default: its own. */
          requestId?: string;
        }
    : never;

/** The body of a call as it goes out. */
export type CallBody<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Sent<B> : never;

export type CallAnswer<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.output<A> : never;

const fill = (path: string, params: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

const queryOf = (query: Record<string, unknown>) => {
  const known = Object.entries(query).filter(([, value]) => value !== undefined);
  return known.length === 0
    ? ''
    : `?${new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** The address of a call with its parameters and query. */
export const addressOf = (
  endpoint: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: Partial<Record<'params' | 'query', Record<string, unknown> | undefined>>,
): string => `${fill(endpoint.path, params)}${queryOf(query)}`;

function send<E extends Endpoint>(http: HttpClient, endpoint: E, input: CallInput<E>): Promise<HttpAnswer> {
  const { params, query, body, signal, keepalive, requestId } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
    keepalive?: boolean;
    requestId?: string;
  };
  return http(addressOf(endpoint, { params, query }), {
    method: endpoint.method,
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
    ...(requestId === undefined ? {} : { headers: { [requestIdHeader]: requestId } }),
  });
}

/** Makes a call as its contract describes it, and parses the answer by the same contract. */
export async function callEndpoint<E extends Endpoint>(
  http: HttpClient,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallAnswer<E>> {
  const { json } = await send(http, endpoint, input);
  return endpoint.answer.parse(json) as CallAnswer<E>;
}

/** The same for a page of a list, with the total of its Content-Range; the rows of the page where it says none. */
export async function callForPage<E extends Endpoint & { answer: z.ZodArray }>(
  http: HttpClient,
  endpoint: E,
  input: CallInput<E>,
): Promise<{ rows: CallAnswer<E>; total: number }> {
  const { json, headers } = await send(http, endpoint, input);
  const rows = endpoint.answer.parse(json);
  const [, total] = /\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return { rows: rows as CallAnswer<E>, total: total === undefined ? rows.length : Number(total) };
}
