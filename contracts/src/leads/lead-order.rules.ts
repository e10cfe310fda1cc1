import type { HoldFields } from '../entities/lead.js';

/**
 * A lead as it was told, with whoever is known to hold it where that is newer: a hold raises no version of the lead and
 * is told on its own, so that an event of a save may come after the one of a hold that it knows nothing of.
 */
export function withNewestHold<L extends HoldFields>(told: L, known: HoldFields | undefined): L {
  if (known === undefined || (known.busy_version ?? 0) <= (told.busy_version ?? 0)) return told;
  return { ...told, ...holdOf(known) };
}

/** The part of a lead that says who has it open. */
export function holdOf({ busy, busy_user_id, busy_fullname, busy_version }: HoldFields): HoldFields {
  return { busy, busy_user_id, busy_fullname, busy_version };
}

/** What was told of a lead last: its version, and whether it went with it, deleted or to somebody else. */
export interface LeadStanding {
  version: number;
  isGone: boolean;
}

/** What a live event tells of a lead. One without a version cannot be told from a newer one. */
export interface LeadNews {
  version: number | undefined;
  isGone: boolean;
}

/**
 * Whether a live event is older than what a browser knows of the lead: two gateways may tell of one lead in either order.
 * An equal version is taken in, since holds do not raise it, save where the lead went with that version: what comes after
 * was told before it went.
 */
export function isOutdated(news: LeadNews, known: LeadStanding | undefined): boolean {
  if (known === undefined || news.version === undefined) return false;
  if (news.version === known.version) return known.isGone && !news.isGone;
  return news.version < known.version;
}
