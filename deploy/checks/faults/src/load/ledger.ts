import type { StatusCode } from '@crm/contracts/codes/statuses.js';

/** What was asked of one lead, in order, and what of it was acknowledged. */
export interface LeadEntry {
  fullname: string;
  /** Known once its making was acknowledged. */
  id: string | undefined;
  /** The address says the number of its save. */
  lastAcknowledged: number;
  lastTried: number;
  /** What the status may be: the last acknowledged one, and any whose answer nobody heard. */
  statuses: Set<StatusCode>;
  /** Statuses whose saving nobody heard of: one that hung on a line may be done late. */
  unheard: Set<StatusCode>;
}

export type Answered = 'acknowledged' | 'unknown';

/** Everything that was asked for under load, as whoever asked knows it. */
export interface Ledger {
  leads: LeadEntry[];
  /** Texts by the words that only they have. */
  texts: Map<string, Answered>;
  /** Texts that customers wrote, by their words. */
  received: Set<string>;
  /** Accepted leads of partners, by the partner's own id. */
  intakes: Map<string, string>;
  /** Imports that were acknowledged, and how many rows each has. */
  imports: Map<string, number>;
  /** Calls that a customer answered. */
  calls: number;
  /** When something was acknowledged last. */
  acknowledgedAt: number;
  acknowledged: number;
  unknown: number;
  /** Refusals that no fault explains. */
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

/** Books an answer, and hands it on. */
export function book<S extends { is: 'acknowledged' | 'refused' | 'unknown' }>(ledger: Ledger, said: S): S {
  if (said.is === 'acknowledged') {
    ledger.acknowledged += 1;
    ledger.acknowledgedAt = Date.now();
  } else if (said.is === 'unknown') ledger.unknown += 1;
  return said;
}
