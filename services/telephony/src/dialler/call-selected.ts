import type { Actor } from '@crm/contracts/access.js';
import { changeUserStatus } from '@crm/contracts/http/account.js';
import { leadsToCall } from '@crm/contracts/http/calling.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { DiallerContext } from './dialler-calls.js';
import { countedLeads } from './counted-leads.rules.js';
import { makeRun } from './runs.js';

/**
 * Makes a run of leads that a guide chose and switches their dialler on (POST /api/twilio/call/selected). One that is not
 * the guide's: 404, and no run is made.
 */
export async function callSelected(
  ctx: DiallerContext,
  { actor, token }: { actor: Actor; token: string },
  chosen: readonly string[],
): Promise<Outcome> {
  const ids = [...new Set(chosen)];
  const { leads } = await ctx.services.call(leadsToCall, { body: { ids } }, { asService: true });
  const own = new Set(leads.filter(({ user_id }) => user_id === actor.id).map(({ lead_id }) => lead_id));
  if (ids.some((id) => !own.has(id))) throw notFound('Lead');
  const body = { user_id: actor.id, field: 'AD_status' as const, status: 1 as const };
  await ctx.services.call(changeUserStatus, { body }, { token });
  await makeRun(ctx, { guide_id: actor.id, lead_ids: ids, starts: true });
  return success(`${countedLeads(ids.length)} to call`);
}
