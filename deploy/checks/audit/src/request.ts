import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { addressOf } from '@crm/platform/http/call-address.js';

export interface Attempt {
  token?: string | undefined;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  /** The form of a call that takes a file. */
  form?: FormData;
  headers?: Record<string, string>;
  /** The client address to present: after many refusals an address is rate-limited. */
  from?: string;
}

export interface Attempted {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Makes a call with any input, valid or not, and returns the response. */
export async function send(
  url: string,
  endpoint: Endpoint,
  { token, params, query, body, form, headers, from = '203.0.113.1' }: Attempt,
): Promise<Attempted> {
  const json = form === undefined && body !== undefined && endpoint.method !== 'GET';
  const response = await fetch(`${url}${addressOf(endpoint, { params, query })}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': from,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(json ? { body: JSON.stringify(body) } : {}),
    ...(form === undefined ? {} : { body: form }),
  });
  const text = await response.text();
  const isJson = /^application\/(?:\w+\+)?json/.test(response.headers.get('content-type') ?? '');
  const answer: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body: answer };
}

/** A form as a browser sends it: its fields, then its file. */
export function formOf(fields: Record<string, string>, part: string, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(part, file, file.name);
  return form;
}
