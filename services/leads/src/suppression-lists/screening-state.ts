import type { ScreeningState } from '@crm/contracts/customers/suppression.js';
import type { LeadsContext } from '../context.js';
import { loadedLists } from '../suppression/loaded-lists.js';
import type { ScrubStateDoc } from '../suppression/suppression.model.js';
import { ageInDays } from '../suppression/suppression.rules.js';

/** By what numbers are screened at this moment; a scope that is missing is not. */
export async function screeningState(ctx: LeadsContext): Promise<ScreeningState> {
  const is_configured = ctx.config.scrub !== undefined;
  const [lists, scrub] = await Promise.all([
    loadedLists(ctx.suppressionLists),
    is_configured ? ctx.scrubState.findById('scrub').lean<ScrubStateDoc>() : null,
  ]);
  const now = ctx.clock.now();
  return {
    lists: lists.map(({ id: _id, ...list }) => ({ ...list, age_days: ageInDays(list.as_of, now) })),
    scrub: {
      is_configured,
      answered_at: scrub?.answered_at?.toISOString() ?? null,
      problem: scrub?.problem ?? '',
    },
  };
}
