import { Types } from 'mongoose';
import { mayWorkLead, type Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { locked, notFound } from '@crm/platform/errors/app-error.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { liveHold, type LiveHold } from '../holds/live-holds.js';
import { wireAgent } from './agent-choice.js';
import type { Doer } from './lead.events.js';
import type { LeadDoc } from './lead.model.js';

/**
 * Whether somebody may work a lead; the system may work any. `hold`: whom a call bound it to may while they hold it.
 */
export function mayWork(
  doer: Doer,
  lead: Pick<LeadDoc, 'type_id' | 'user_id'>,
  hold?: Pick<LiveHold, 'user_id' | 'bound'>,
): boolean {
  if (doer === 'system' || (hold?.bound === true && hold.user_id === doer.id)) return true;
  const agent = wireAgent(lead.user_id);
  return mayWorkLead(doer, { type_id: lead.type_id, user_id: agent === 0 ? null : agent });
}

export function isPerson(doer: Doer): doer is Actor {
  return doer !== 'system';
}

/** Role 2: whoever of them makes or edits a lead becomes its agent (lead-work section 5). */
export function isAgent(doer: Doer): doer is Actor {
  return isPerson(doer) && doer.role === roles.agent;
}

/** A lead that is there, or undefined. */
export async function findLead(ctx: LeadsContext, id: string): Promise<LeadDoc | undefined> {
  const lead = await ctx.leads.findOne(alive({ _id: new Types.ObjectId(id) })).lean<LeadDoc>();
  return lead ?? undefined;
}

/** A lead that the doer may work, with whoever holds it. Another agent's is as unknown as one that is not there: 404. */
export async function workableLead(
  ctx: LeadsContext,
  doer: Doer,
  id: string,
): Promise<{ lead: LeadDoc; hold: LiveHold | undefined }> {
  const [lead, hold] = await Promise.all([findLead(ctx, id), liveHold(ctx, id)]);
  if (lead === undefined || !mayWork(doer, lead, hold)) throw notFound('Lead');
  return { lead, hold };
}

/** Throws 423 where somebody else holds the lead: a save or a status then is refused, an admin's too. */
export function refuseHeldByAnother(doer: Doer, leadId: string, hold: LiveHold | undefined): void {
  if (hold === undefined || (isPerson(doer) && hold.user_id === doer.id)) return;
  throw locked(leadId, `${hold.fullname} has this lead open`);
}

/** What a use case is told of the message that asked for it; nothing where a person asked over HTTP. */
export interface Delivery {
  /** The id of a command of the bus: what it changed bears it, so that a second delivery changes nothing. */
  delivery?: string | undefined;
}

/**
 * A lead that the doer may change: theirs to work and held by nobody else. `isRepeat` where the command was carried out
 * before; then nothing is asked any more, for rights may have changed with it.
 */
export async function changeableLead(
  ctx: LeadsContext,
  doer: Doer,
  id: string,
  delivery?: string,
): Promise<{ lead: LeadDoc; hold: LiveHold | undefined; isRepeat: boolean }> {
  const [lead, hold] = await Promise.all([findLead(ctx, id), liveHold(ctx, id)]);
  if (lead === undefined) throw notFound('Lead');
  if (delivery !== undefined && lead.seen?.includes(delivery)) return { lead, hold, isRepeat: true };
  if (!mayWork(doer, lead, hold)) throw notFound('Lead');
  refuseHeldByAnother(doer, id, hold);
  return { lead, hold, isRepeat: false };
}
