import type { Answered } from '@crm/faults/load/ledger.js';

/** What was acknowledged during the day, to be verified afterwards. */
export interface Records {
  /** By lead: the last acknowledged address, and its version. */
  saves: Map<string, { address: string; version: number }>;
  /** By lead: later addresses whose response was lost. They may be stored or not. */
  unheard: Map<string, string[]>;
  saved: number;
  /** Texts by their unique content. */
  texts: Map<string, Answered>;
  /** Received texts that the carrier could deliver. */
  received: Set<string>;
  /** Imports and their number of rows. */
  imports: Map<string, number>;
  /** Started calls. */
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
