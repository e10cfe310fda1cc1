import { Types } from 'mongoose';
import { locked, notFound, type NamedLead } from '@crm/platform/errors/app-error.js';
import { alive, withoutOutbox } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { sealedLeads } from '../sealing/sealed-collections.js';
import { liveHoldOf, type LiveHold } from './live-hold.js';
import type { EventActor } from './lead.events.js';
import type { LeadDoc } from './lead.model.js';
import { isHeldByAnother, mayWork, refusalToChange } from './lead.policy.js';

/** What is read of a lead: fields that are left out. */
type LeftOut = Readonly<Record<string, 0>>;

/** For whoever may not, or need not, read what is sealed: it is missing, as of a lead whose key was destroyed, and nothing is decrypted. */
export const withoutSealed: LeftOut = {
  ...withoutOutbox,
  ...Object.fromEntries([...sealedLeads.fields].map((field) => [field, 0])),
};

/** A lead that is there, or undefined. */
export async function findLead(
  ctx: LeadsContext,
  id: string,
  projection: LeftOut = withoutOutbox,
): Promise<LeadDoc | undefined> {
  const lead = await ctx.leadCollection.findOne(alive({ _id: new Types.ObjectId(id) }), { projection });
  return lead ?? undefined;
}

/** A lead that is there, and who holds it now. */
export async function findHeldLead(
  ctx: LeadsContext,
  id: string,
  projection?: LeftOut,
): Promise<{ lead: LeadDoc | undefined; hold: LiveHold | undefined }> {
  const lead = await findLead(ctx, id, projection);
  return { lead, hold: lead && liveHoldOf(lead, ctx.clock.now()) };
}

/** A lead that the actor may work, with whoever holds it. Another agent's is as unknown as one that is not there: 404. */
export async function workableLead(
  ctx: LeadsContext,
  actor: EventActor,
  id: string,
  projection?: LeftOut,
): Promise<{ lead: LeadDoc; hold: LiveHold | undefined }> {
  const { lead, hold } = await findHeldLead(ctx, id, projection);
  if (lead === undefined || !mayWork(actor, lead, hold)) throw notFound('Lead');
  return { lead, hold };
}

/** A lead as a refusal names it. */
export const namedLead = ({ _id, fullname }: LeadDoc): NamedLead => ({ id: _id.toHexString(), fullname });

/** Throws 423 where somebody else holds the lead: a save or a status then is refused, an admin's too. */
export function refuseHeldByAnother(actor: EventActor, lead: LeadDoc, hold: LiveHold | undefined): void {
  if (!isHeldByAnother(actor, hold)) return;
  throw locked(namedLead(lead), `${hold.fullname} has this lead open`);
}

/** What a use case is told of the message that asked for it; nothing where a person asked over HTTP. */
export interface Delivery {
  /** The id of a command of the bus: what it changed bears it, so that a second delivery changes nothing. */
  delivery?: string | undefined;
}

/**
 * A lead that the actor may change: theirs to work and held by nobody else. `isRepeat` where the command was carried out
 * before; then nothing is asked any more, for rights may have changed with it.
 */
export async function changeableLead(
  ctx: LeadsContext,
  actor: EventActor,
  id: string,
  delivery?: string,
): Promise<{ lead: LeadDoc; hold: LiveHold | undefined; isRepeat: boolean }> {
  const { lead, hold } = await findHeldLead(ctx, id);
  if (lead === undefined) throw notFound('Lead');
  if (delivery !== undefined && lead.seen?.includes(delivery)) return { lead, hold, isRepeat: true };
  if (refusalToChange(actor, lead, hold) === 'unknown') throw notFound('Lead');
  refuseHeldByAnother(actor, lead, hold);
  return { lead, hold, isRepeat: false };
}
