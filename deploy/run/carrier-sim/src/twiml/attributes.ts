import type { Hook } from '../model.js';
import { TwimlError, type Element } from './parse.js';

const refuse = (element: Element, attribute: string): never => {
  const value = element.attributes[attribute] ?? '';
  throw new TwimlError(12200, `<${element.name}> has ${attribute}="${value}", which is not a value of it`);
};

export function flagOf(element: Element, attribute: string, fallback: boolean): boolean {
  const value = element.attributes[attribute];
  if (value === undefined) return fallback;
  if (value === 'true' || value === 'false') return value === 'true';
  return refuse(element, attribute);
}

export function numberOf(element: Element, attribute: string, fallback: number, range: [number, number]) {
  const value = element.attributes[attribute];
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < range[0] || number > range[1]) return refuse(element, attribute);
  return number;
}

export function oneOf<T extends string>(element: Element, attribute: string, allowed: readonly T[]) {
  const value = element.attributes[attribute];
  if (value === undefined) return undefined;
  return allowed.find((one) => one === value) ?? refuse(element, attribute);
}

export const methodOf = (element: Element, attribute: string) =>
  oneOf(element, attribute, ['GET', 'POST']) ?? 'POST';

/** A URL, possibly relative to the document's. */
export function addressIn(element: Element, attribute: string, base: string): string | undefined {
  const value = element.attributes[attribute];
  if (value === undefined || value === '') return undefined;
  return resolveAddress(element, value, base);
}

export function resolveAddress(element: Element, value: string, base: string): string {
  if (!URL.canParse(value, base) || !/^https?:$/.test(new URL(value, base).protocol))
    throw new TwimlError(11100, `<${element.name}> has the address "${value}"`);
  return new URL(value, base).href;
}

interface HookAttributes {
  prefix: 'statusCallback' | 'recordingStatusCallback';
  known: readonly string[];
  byDefault: readonly string[];
}

export function hookOf(element: Element, base: string, { prefix, known, byDefault }: HookAttributes) {
  const url = addressIn(element, prefix, base);
  if (url === undefined) return undefined;
  const given = element.attributes[`${prefix}Event`]?.trim().split(/\s+/);
  if (given?.some((event) => !known.includes(event))) refuse(element, `${prefix}Event`);
  const hook: Hook = {
    url,
    method: methodOf(element, `${prefix}Method`),
    events: new Set(given ?? byDefault),
  };
  return hook;
}

export const legEvents: Omit<HookAttributes, 'prefix'> = {
  known: ['initiated', 'ringing', 'answered', 'completed'],
  byDefault: ['completed'],
};
export const conferenceEvents: Omit<HookAttributes, 'prefix'> = {
  known: ['start', 'end', 'join', 'leave', 'mute', 'hold', 'modify', 'speaker', 'announcement'],
  byDefault: ['end'],
};
export const recordingEvents: Omit<HookAttributes, 'prefix'> = {
  known: ['in-progress', 'completed', 'absent'],
  byDefault: ['completed'],
};
