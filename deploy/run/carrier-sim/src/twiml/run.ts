import type { Carrier, Leg, Params } from '../model.js';
import type { Element } from './parse.js';

/** The source of a document. */
export type Source =
  | { from: 'address'; url: string; method: 'GET' | 'POST'; params?: Params }
  | { from: 'text'; twiml: string };

/** A document running on a leg. */
export interface Run {
  carrier: Carrier;
  leg: Leg;
  /** Aborts when the leg ends (`ended`) or is redirected (`redirected`). */
  signal: AbortSignal;
  /** The base of relative URLs. */
  base: string;
  say(doing: string): void;
  /** Runs a document on another leg to its end, without ending that leg: what a called party hears first. */
  runOn(leg: Leg, source: Source): Promise<void>;
  /** The leg waits in a queue: nothing that it hears ends by itself, so that time waits with it. */
  isQueued: boolean;
  /** Runs what a queued caller hears, over and over. `over` where it was hung up. */
  runQueued(source: Source, params: () => Params): Promise<'left' | 'over'>;
}

/** The continuation after a verb: the next verb (undefined), another document, out of the queue, or the end of the call. */
export type Next = { source: Source } | 'end' | 'leave' | undefined;

export type Verb = (run: Run, element: Element) => Promise<Next>;

export const wasEnded = (run: Run) => run.signal.aborted && run.signal.reason === 'ended';
