import type { Answered } from '@crm/faults/load/ledger.js';

/** What was acknowledged in the day, to be looked for when it is over. */
export interface Records {
  /** By lead: the address that was saved last, and the version that it made. */
  saves: Map<string, { address: string; version: number }>;
  /** By lead: addresses whose save, after that one, nobody heard the end of. They may stand, or not. */
  unheard: Map<string, string[]>;
  saved: number;
  /** Texts by the words that only they have. */
  texts: Map<string, Answered>;
  /** What customers wrote and the carrier could bring. */
  received: Set<string>;
  /** Imports, and how many rows each has. */
  imports: Map<string, number>;
  /** Calls that were begun. */
  calls: number;
}

export const newRecords = (): Records => ({
  saves: new Map(),
  unheard: new Map(),
  saved: 0,
  texts: new Map(),
  received: new Set(),
  imports: new Map(),
  calls: 0,
});
