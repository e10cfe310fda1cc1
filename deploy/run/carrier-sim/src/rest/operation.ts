import type { Carrier } from '../model.js';
import type { Form } from './form.js';
import { RestError } from './rest-error.js';

export interface Asked {
  carrier: Carrier;
  host: Operation['host'];
  /** The path parameters of the operation. */
  at(name: string): string;
  path: string;
  form: Form;
  query: URLSearchParams;
}

export interface Answer {
  status: number;
  body?: unknown;
  /** A raw response instead of a body. */
  file?: { type: string; bytes: Buffer };
  /** The operation is executed, but its response is never sent. */
  isSilent?: boolean;
}

export interface Operation {
  host: 'api' | 'intelligence' | 'messaging' | 'voice' | 'trusthub';
  method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the account for `api`. A part in braces matches anything but a slash. */
  path: string;
  run(asked: Asked): Answer;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown, isSilent = false): Answer => ({ status: 201, body, isSilent });

/** Fri, 18 Oct 2019 17:00:00 +0000 */
export const rfc2822 = (date: Date | undefined) => date?.toUTCString().replace('GMT', '+0000') ?? null;

/** One page of a list, in the format of the 2010 interface. */
export function page(asked: Asked, name: string, items: readonly object[]): Answer {
  const size = Math.min(1000, Math.max(1, Number(asked.query.get('PageSize') ?? 50) || 50));
  const number = Math.max(0, Number(asked.query.get('Page') ?? 0) || 0);
  const start = number * size;
  const shown = items.slice(start, start + size);
  const uri = (to: number) => {
    const query = new URLSearchParams(asked.query);
    query.set('PageSize', String(size));
    query.set('Page', String(to));
    return `${asked.path}?${query.toString()}`;
  };
  return ok({
    [name]: shown,
    page: number,
    page_size: size,
    start,
    end: start + Math.max(0, shown.length - 1),
    uri: uri(number),
    first_page_uri: uri(0),
    next_page_uri: start + size < items.length ? uri(number + 1) : null,
    previous_page_uri: number > 0 ? uri(number - 1) : null,
  });
}

/** One page of a list, in the format of the newer interfaces. */
export function metaPage(asked: Asked, key: string, items: readonly object[]): Answer {
  const size = Math.min(1000, Math.max(1, Number(asked.query.get('PageSize') ?? 50) || 50));
  const number = Math.max(0, Number(asked.query.get('Page') ?? 0) || 0);
  const start = number * size;
  const url = (to: number) => {
    const query = new URLSearchParams(asked.query);
    query.set('PageSize', String(size));
    query.set('Page', String(to));
    return `https://${asked.host}.twilio.com${asked.path}?${query.toString()}`;
  };
  return ok({
    [key]: items.slice(start, start + size),
    meta: {
      key,
      page: number,
      page_size: size,
      url: url(number),
      first_page_url: url(0),
      next_page_url: start + size < items.length ? url(number + 1) : null,
      previous_page_url: number > 0 ? url(number - 1) : null,
    },
  });
}

const phone = /^\+[1-9]\d{6,14}$/;
/** A device, and the parameters of its call. */
const device = /^client:[\w.@+-]{1,256}(\?[^\s]*)?$/;

const tried = new WeakMap<Carrier, Set<string>>();

/** Whether this is the first such request to that number, for the row that rejects once. */
function isFirst(carrier: Carrier, key: string): boolean {
  const keys = tried.get(carrier) ?? new Set();
  tried.set(carrier, keys);
  if (keys.delete(key)) return false;
  keys.add(key);
  return true;
}

export interface Refusals {
  kind: string;
  /** Codes for a missing To, a missing From, and a From that may not be used. */
  noTo: number;
  noFrom: number;
  badFrom: number;
}

/**
 * The REST response for a pair of numbers before anything rings or is sent; throws rejections. Returns whether the
 * request is executed without a response.
 */
export function admitPair(
  carrier: Carrier,
  pair: { to: string | undefined; from: string | undefined },
  refusals: Refusals,
) {
  const { to, from } = pair;
  if (to === undefined || to === '') throw new RestError(400, refusals.noTo, "No 'To' number is specified");
  if (from === undefined || from === '')
    throw new RestError(400, refusals.noFrom, "A 'From' number is required");
  if (!phone.test(from) && !device.test(from))
    throw new RestError(400, 21212, `The 'From' number ${from} is not a valid phone number`);
  const { rest } = carrier.behaviours.of(to);
  if (rest === 'invalid number' || (!phone.test(to) && !device.test(to)))
    throw new RestError(400, 21211, `The 'To' number ${to} is not a valid phone number.`);
  if (rest === 'server error') throw new RestError(500, 20500, 'An internal server error has occurred');
  if (rest === 'too many requests once' && isFirst(carrier, `${refusals.kind} ${to}`))
    throw new RestError(429, 20429, 'Too many requests');
  if (rest === 'from refused')
    throw new RestError(400, refusals.badFrom, `The 'From' number ${from} may not be used for ${to}`);
  return { to, from, isSilent: rest === 'no answer' };
}
