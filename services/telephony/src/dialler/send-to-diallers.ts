import { leadsToCall } from '@crm/contracts/http/calling.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import { success, warning } from '@crm/platform/http/outcomes.js';
import { countedLeads } from './counted-leads.rules.js';
import type { DiallerContext } from './dialler-calls.js';
import { numberRefusal } from './dialler.rules.js';
import type { DiallerPool, PoolResult } from './pool.js';

/** Why leads do not go into the pool; whoever is left does. */
async function sorted(ctx: DiallerContext, ids: readonly string[]) {
  const { leads } = await ctx.services.call(leadsToCall, { body: { ids: [...ids] } }, { asService: true });
  const known = new Map(leads.map((lead) => [lead.lead_id, lead]));
  const results = ids.map((lead_id): PoolResult => {
    const lead = known.get(lead_id);
    if (lead === undefined) return { lead_id, refusal: 'The lead no longer exists' };
    if (lead.status === 'doNotCall' || lead.status === 'wrongPhoneNumber') {
      return { lead_id, refusal: 'The lead must not be called' };
    }
    return { lead_id, refusal: numberRefusal(lead.phones[0]) };
  });
  return {
    fit: results.filter(({ refusal }) => refusal === undefined).map(({ lead_id }) => lead_id),
    refused: results.filter(({ refusal }) => refusal !== undefined),
  };
}

/**
 * Puts leads into the pool of the guides' diallers (POST /api/telcast, dialler.enqueue). Those that cannot be called are
 * left out, with a word about how many; none left: 422.
 */
export async function sendToDiallers(
  ctx: DiallerContext,
  pool: DiallerPool,
  given: readonly string[],
): Promise<Outcome> {
  const { fit, refused } = await sorted(ctx, [...new Set(given)]);
  const all = [...refused, ...(await pool.push(fit))];
  const left = all.filter(({ refusal }) => refusal !== undefined);
  const sent = all.length - left.length;
  if (sent === 0) throw invalid({}, `None of the leads can be called: ${left[0]?.refusal ?? ''}`);
  if (left.length === 0) return success(`${countedLeads(sent)} sent`);
  return warning(`${countedLeads(sent)} sent, ${String(left.length)} left out: ${left[0]?.refusal ?? ''}`);
}
