import type { z } from 'zod';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';

type Part<K extends string, S> = S extends z.ZodType
  ? { [key in K]: z.input<S> }
  : { [key in K]?: undefined };

/** What a caller of an endpoint hands over: each part that the endpoint describes, as it was before parsing. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A, infer _X>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never;

function record(part: unknown): Record<string, unknown> {
  return typeof part === 'object' && part !== null ? { ...part } : {};
}

/** The text of one value in an address. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The path and query of a call, every value escaped; values that are undefined are left out, lists repeated. */
export function addressOf(
  endpoint: Pick<Endpoint, 'name' | 'path'>,
  input: { params?: unknown; query?: unknown },
): string {
  const params = record(input.params);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.name} needs the parameter ${name}`);
    return encodeURIComponent(textOf(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(record(input.query))) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) query.append(name, textOf(each));
    }
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
