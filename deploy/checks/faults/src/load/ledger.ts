import type { StatusCode } from '@crm/contracts/codes/statuses.js';

/** Requests about one lead, in order, and which were acknowledged. */
export interface LeadEntry {
  fullname: string;
  /** Set once its creation was acknowledged. */
  id: string | undefined;
  /** The address contains the number of its save. */
  lastAcknowledged: number;
  lastTried: number;
  /** Possible statuses: the last acknowledged one, and any whose response was lost. */
  statuses: Set<StatusCode>;
  /** Statuses whose response was lost: a delayed one may still be applied later. */
  unheard: Set<StatusCode>;
}

export type Answered = 'acknowledged' | 'unknown';

/** Everything requested under load, as known to the clients. */
export interface Ledger {
  leads: LeadEntry[];
  /** Texts by their unique content. */
  texts: Map<string, Answered>;
  /** Texts from customers, by content. */
  received: Set<string>;
  /** Accepted deliveries of partners, by idempotency key. */
  intakes: Map<string, string>;
  /** Acknowledged imports and their number of rows. */
  imports: Map<string, number>;
  /** Calls that a customer answered. */
  calls: number;
  /** When something was last acknowledged. */
  acknowledgedAt: number;
  acknowledged: number;
  unknown: number;
  /** Refusals not explained by a fault. */
  surprises: string[];
}

export const newLedger = (): Ledger => ({
  leads: [],
  texts: new Map(),
  received: new Set(),
  intakes: new Map(),
  imports: new Map(),
  calls: 0,
  acknowledgedAt: 0,
  acknowledged: 0,
  unknown: 0,
  surprises: [],
});

/** Records a response and passes it on. */
export function book<S extends { is: 'acknowledged' | 'refused' | 'unknown' }>(ledger: Ledger, said: S): S {
  if (said.is === 'acknowledged') {
    ledger.acknowledged += 1;
    ledger.acknowledgedAt = Date.now();
  } else if (said.is === 'unknown') ledger.unknown += 1;
  return said;
}
