import type { Holder } from './hold.model.js';

/** How long a hold lives without being renewed (settled: Presence and holds). */
export const leaseMs = 30_000;

/** The part of a hold that decides who may claim it. */
export interface HoldState {
  user_id: { toHexString(): string } | null;
  holders: readonly Holder[];
  until?: Date;
}

/** What a claim finds: nobody, the user's own hold, or somebody else's. */
export type ClaimOutcome = 'begins' | 'joins' | 'refused';

/** Whether somebody holds the lead now. A lease ends at its instant. */
export function isLive(hold: Pick<HoldState, 'user_id' | 'until'> | null | undefined, now: Date): boolean {
  return Boolean(hold?.user_id && hold.until && hold.until > now);
}

/** What becomes of a claim by a user: whoever comes second to a live hold of another's is refused. */
export function claimOutcome(hold: HoldState | null | undefined, userId: string, now: Date): ClaimOutcome {
  if (!isLive(hold, now)) return 'begins';
  return hold?.user_id?.toHexString() === userId ? 'joins' : 'refused';
}

/** The holders after a claim: those whose own lease still runs, and the claimant's window or call with a new one. */
export function withHolder(
  holders: readonly Holder[],
  holder: string,
  now: Date,
  lease: number = leaseMs,
): Holder[] {
  const others = holders.filter((each) => each.holder !== holder && each.until > now);
  return [...others, { holder, until: new Date(now.getTime() + lease) }];
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
