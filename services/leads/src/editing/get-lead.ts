import type { Actor } from '@crm/contracts/access.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { LeadsContext } from '../context.js';
import { refuseHeldByAnother, workableLead } from '../lead/lead.access.js';
import { mayReadHeld } from '../lead/lead.policy.js';
import { viewOf } from '../lead/write-lead.js';

/**
 * One lead as its page reads it. Another agent's is 404; one held by another user is 423 for agents and guides, and an
 * admin reads it with `busy` set (`calls.json`, GET lead/{id}).
 */
export async function getLead(ctx: LeadsContext, actor: Actor, leadId: string): Promise<Lead> {
  const { lead, hold } = await workableLead(ctx, actor, leadId);
  if (!mayReadHeld(actor)) refuseHeldByAnother(actor, lead, hold);
  return viewOf(ctx, lead);
}
