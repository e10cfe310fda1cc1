import { isLive, type Holder, type StoredHold } from '../lead/live-hold.js';

/** How long a hold lives without being renewed (settled: Presence and holds). */
export const leaseMs = 30_000;

/** What a claim finds: nobody, the user's own hold, or somebody else's. */
export type ClaimOutcome = 'begins' | 'joins' | 'refused';

/** What becomes of a claim by a user: whoever comes second to a live hold of another's is refused. */
export function claimOutcome(hold: StoredHold | undefined, userId: string, now: Date): ClaimOutcome {
  if (hold === undefined || !isLive(hold, now)) return 'begins';
  return hold.user_id.toHexString() === userId ? 'joins' : 'refused';
}

/** A window or call with a new lease. */
export function withLease(holder: string, now: Date, lease: number = leaseMs): Holder {
  return { holder, until: new Date(now.getTime() + lease) };
}

/** The holders after a claim: those whose own lease still runs, and the claimant's window or call with a new one. */
export function withHolder(holders: readonly Holder[], holder: string, now: Date, lease?: number): Holder[] {
  const others = holders.filter((each) => each.holder !== holder && each.until > now);
  return [...others, withLease(holder, now, lease)];
}

/** The holders that stay when some released: those with a lease of their own that still runs. */
export function withoutHolders(holders: readonly Holder[], gone: ReadonlySet<string>, now: Date): Holder[] {
  return holders.filter(({ holder, until }) => !gone.has(holder) && until > now);
}

/** Until when a lead is held by these holders: the longest of their leases. */
export function heldUntil(holders: readonly Holder[]): Date | undefined {
  return holders.reduce<Date | undefined>(
    (latest, { until }) => (latest === undefined || until > latest ? until : latest),
    undefined,
  );
}
