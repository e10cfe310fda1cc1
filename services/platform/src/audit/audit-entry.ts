import { createHash } from 'node:crypto';
import type { AuditedChange } from '../log/audit-details.js';

/** `denied`: refused, for the asker may not or it does not exist. `failed`: nobody can say whether it was done. */
export const auditOutcomes = ['done', 'denied', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** Who did or opened what, when, from where, and what changed by it. */
export interface AuditedAction {
  at: Date;
  /** A user's id, `system`, `partner/<id>`, `api-key/<id>`, or `nobody`: not signed in. */
  actor_id: string;
  /** The name at that time; empty where it is unknown. */
  actor_name: string;
  action: string;
  /** Records it was done to, `lead/<id>`. */
  subjects: readonly string[];
  outcome: AuditOutcome;
  /** The client's address; empty for what came by no request. */
  address: string;
  correlation_id: string;
  changes: readonly AuditedChange[];
  /** The answer was the whole record of a person. */
  full_record: boolean;
}

/** An entry of a service's chain. */
export interface AuditEntry extends AuditedAction {
  /** Its place in the chain, from 1. */
  _id: number;
  /** The process that wrote it: what two of them enter in the same instant stays two entries. */
  writer: string;
  prev_hash: string;
  hash: string;
}

/** What the first entry of a chain follows. */
export const noHash = '0'.repeat(64);

/** The hash of an entry: SHA-256 of all it says, in one order, and of the hash before it. */
export function hashOf(entry: Omit<AuditEntry, 'hash'>): string {
  const changes = entry.changes.map(({ field, before, after }) => [
    field,
    before === undefined ? [] : [before],
    after === undefined ? [] : [after],
  ]);
  const said = [
    entry._id,
    entry.prev_hash,
    entry.writer,
    entry.at.toISOString(),
    ...[entry.actor_id, entry.actor_name, entry.action, entry.subjects, entry.outcome],
    ...[entry.address, entry.correlation_id, changes, entry.full_record],
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Entries as they follow the one that is last in the chain. */
export function chained(
  actions: readonly AuditedAction[],
  head: { seq: number; hash: string },
  writer: string,
): AuditEntry[] {
  let { seq, hash } = head;
  return actions.map((action) => {
    seq += 1;
    const entry = { ...action, _id: seq, writer, prev_hash: hash };
    hash = hashOf(entry);
    return { ...entry, hash };
  });
}
