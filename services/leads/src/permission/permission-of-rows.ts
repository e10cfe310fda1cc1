import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { permissionOfRows as endpoint } from '@crm/contracts/http/permission.js';
import type { LeadsContext } from '../context.js';
import { mayWork } from '../lead/lead.policy.js';
import { liveHoldOf } from '../lead/live-hold.js';
import { contactLeads } from './contact-lead.js';
import { permissionFor, permissionsOf, phoneWays } from './lead-permission.js';

/**
 * How the leads of a table's page may be called and texted now, as the page of each says it. Leads that are not the actor's
 * to work are left out.
 */
export async function permissionOfRows(
  ctx: LeadsContext,
  actor: Actor,
  ids: readonly string[],
): Promise<AnswerOf<typeof endpoint>> {
  const now = ctx.clock.now();
  const leads = (await contactLeads(ctx, ids)).filter((lead) => mayWork(actor, lead, liveHoldOf(lead, now)));
  const found = await permissionsOf(ctx, actor, leads, { ways: phoneWays, now });
  return {
    leads: leads.flatMap((lead, index) => {
      const answer = found[index];
      if (answer === undefined) return [];
      const { zones, changes_at } = answer;
      return [
        {
          id: lead._id.toHexString(),
          zones,
          call: permissionFor(answer, 'call'),
          text: permissionFor(answer, 'text'),
          changes_at,
        },
      ];
    }),
    as_of: now.toISOString(),
  };
}
