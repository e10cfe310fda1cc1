import type { Connection } from 'mongoose';
import { hashOf, noHash, type AuditEntry } from './audit-entry.js';
import { auditCollection, auditStore } from './audit-store.js';

/** What is wrong with a chain, at the first place where something is. */
export interface BrokenChain {
  what: 'changed' | 'missing' | 'missing at the end';
  seq: number;
}

export interface ChainReport {
  /** Entries that were read. */
  entries: number;
  /** The last entry that holds. */
  last: { seq: number; hash: string };
  broken: BrokenChain | undefined;
}

/**
 * Walks a service's chain from its first entry, or from the anchor that was left where older ones were deleted, and recomputes
 * every hash. Entries that are written meanwhile are read, too.
 */
export async function verifyChain(connection: Connection): Promise<ChainReport> {
  const store = auditStore(connection);
  // Before the walk: entries only come after this one.
  const head = await store.state('head');
  let last = (await store.state('anchor')) ?? { seq: 0, hash: noHash };
  let entries = 0;
  const broken = (what: BrokenChain['what'], seq: number): ChainReport => ({
    ...{ entries, last },
    broken: { what, seq },
  });
  const cursor = connection
    .collection<AuditEntry>(auditCollection)
    .find({ _id: { $gt: last.seq } })
    .sort({ _id: 1 })
    .batchSize(1_000);
  for await (const entry of cursor) {
    entries += 1;
    if (entry._id !== last.seq + 1) return broken('missing', last.seq + 1);
    const { hash, ...said } = entry;
    if (entry.prev_hash !== last.hash || hashOf(said) !== hash) return broken('changed', entry._id);
    last = { seq: entry._id, hash };
    // Noted when it was written: a chain that was computed anew from here on has another.
    if (head?.seq === last.seq && head.hash !== last.hash) return broken('changed', entry._id);
  }
  return head !== undefined && head.seq > last.seq
    ? broken('missing at the end', last.seq + 1)
    : { entries, last, broken: undefined };
}
