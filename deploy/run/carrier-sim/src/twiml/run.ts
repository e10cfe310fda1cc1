import type { Carrier, Leg, Params } from '../model.js';
import type { Element } from './parse.js';

/** Where a document comes from. */
export type Source =
  | { from: 'address'; url: string; method: 'GET' | 'POST'; params?: Params }
  | { from: 'text'; twiml: string };

/** One document under way on one leg. */
export interface Run {
  carrier: Carrier;
  leg: Leg;
  /** Aborts when the leg ends (`ended`) or is sent elsewhere (`redirected`). */
  signal: AbortSignal;
  /** Against what relative addresses are read. */
  base: string;
  say(doing: string): void;
  /** Runs a document on another leg, up to its end, without ending that leg: what a called party hears first. */
  runOn(leg: Leg, source: Source): Promise<void>;
}

/** What follows a verb: the next verb (undefined), another document, or the end of the call. */
export type Next = { source: Source } | 'end' | undefined;

export type Verb = (run: Run, element: Element) => Promise<Next>;

export const wasEnded = (run: Run) => run.signal.aborted && run.signal.reason === 'ended';
