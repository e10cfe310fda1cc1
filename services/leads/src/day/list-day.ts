import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { DayReasonKind } from '@crm/contracts/entities/day.js';
import type { listDay as endpoint } from '@crm/contracts/http/day.js';
import type { LeadsContext } from '../context.js';
import { dayRowOf, withPermissions } from './day-rows.js';
import { findDay, type FoundLead } from './find-day.js';

const maxRows = 30;
/** Some of the first cannot be contacted for good: so many are asked about. */
const maxAsked = 60;

const countOf = (found: readonly FoundLead[], kind: DayReasonKind) =>
  found.filter(({ reason }) => reason.kind === kind).length;

/** Whom somebody contacts next, in order; those who may not be contacted yet follow, the first to open first. */
export async function listDay(ctx: LeadsContext, actor: Actor): Promise<AnswerOf<typeof endpoint>> {
  const now = ctx.clock.now();
  const { found, nextAt } = await findDay(ctx, actor, now);
  const entries = await withPermissions(ctx, actor, found.slice(0, maxAsked), now);
  const open = entries.filter(({ permissions }) => permissions.opens_at === null);
  const later = entries
    .filter(({ permissions }) => permissions.opens_at !== null)
    .sort((one, other) => (one.permissions.opens_at ?? '').localeCompare(other.permissions.opens_at ?? ''));
  const rows = [...open, ...later].slice(0, maxRows).map((entry) => dayRowOf(entry, entry.lead, now));
  const changes = [nextAt?.toISOString() ?? null, ...entries.map(({ changesAt }) => changesAt)];
  return {
    rows,
    counts: {
      callback: countOf(found, 'callback'),
      reply: countOf(found, 'reply'),
      new: countOf(found, 'new'),
      retry: countOf(found, 'retry'),
    },
    as_of: now.toISOString(),
    changes_at: changes.filter((at) => at !== null).sort()[0] ?? null,
  };
}
