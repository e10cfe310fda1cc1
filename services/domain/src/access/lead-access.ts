import { Types } from 'mongoose';
import type { z } from 'zod';
import { mayWorkLead, type Actor } from '@crm/contracts/access.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { leadStatusChanged } from '@crm/contracts/bus/events.js';
import { typeId, type TypeId } from '@crm/contracts/codes/lead-types.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { EventLead } from '@crm/contracts/entities/lead.js';
import { leadAccess } from '@crm/contracts/http/leads.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { AppError, notFound } from '@crm/platform/errors/app-error.js';
import type { Model } from 'mongoose';
import type { Clock } from '@crm/platform/clock.js';
import type { Exchange } from '@crm/platform/http/mount-endpoint.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import {
  stillThere,
  type StatedRecord,
  type StateProjection,
} from '@crm/platform/projections/state-projection.js';
import type { LeadAccessDoc } from './lead-access.model.js';

/** What a service needs to decide rights on leads owned by another service (settled: Rights on a lead elsewhere). */
export interface LeadAccessContext {
  /** The projection of leads' agents; read it through `mayWork`, which falls back to asking leads. */
  leadAccess: Model<LeadAccessDoc>;
  knownLeads: StateProjection<LeadAccessDoc>;
  services: ServiceClient;
  clock: Clock;
}

interface StatedAccess {
  id: string;
  type_id: TypeId;
  status: StatusCode;
  user_id: AgentChoice;
}

function accessOf(
  { id, type_id, status, user_id }: StatedAccess | EventLead,
  sequence: number,
): StatedRecord<LeadAccessDoc> {
  const set = { type_id, status, user_id: user_id === 0 ? null : new Types.ObjectId(user_id) };
  return { id: new Types.ObjectId(id), parts: [{ guard: 'version', sequence, set }] };
}

/** Saves the agent of a lead; older versions are ignored. */
export function saveLeadAccess(
  ctx: Pick<LeadAccessContext, 'knownLeads'>,
  lead: StatedAccess | EventLead,
  sequence: number,
): Promise<void> {
  return ctx.knownLeads.put([accessOf(lead, sequence)]);
}

/** Saves the status of a lead: its event has all that decides about access, in a tenth of the lead. */
export function saveLeadStatus(
  ctx: Pick<LeadAccessContext, 'knownLeads'>,
  {
    data: { lead_id, type_id, to, user_id },
    sequence,
  }: Envelope<z.output<(typeof leadStatusChanged)['data']>>,
): Promise<void> {
  return saveLeadAccess(ctx, { id: lead_id, type_id, status: to, user_id }, sequence);
}

/** The same of many leads that were made. */
export function saveAccessOfMade(
  ctx: Pick<LeadAccessContext, 'knownLeads'>,
  made: readonly { data: { lead: EventLead }; sequence: number }[],
): Promise<void> {
  return ctx.knownLeads.put(made.map(({ data, sequence }) => accessOf(data.lead, sequence)));
}

/** Saves that a lead was deleted. */
export function forgetLead(ctx: LeadAccessContext, leadId: string, sequence: number): Promise<void> {
  return ctx.knownLeads.forget(new Types.ObjectId(leadId), sequence, ctx.clock.now());
}

const allows = (actor: Actor, { type_id, user_id }: Pick<LeadAccessDoc, 'type_id' | 'user_id'>) =>
  mayWorkLead(actor, { type_id, user_id: user_id?.toHexString() ?? null });

/** Asks leads about a lead and caches the answer; undefined if it does not exist. */
async function askLeads(ctx: LeadAccessContext, leadId: string) {
  try {
    const access = await ctx.services.call(leadAccess, { params: { id: leadId } }, { asService: true });
    const stated = { ...access, id: leadId, type_id: typeId.parse(access.type_id) };
    await saveLeadAccess(ctx, stated, access.version);
    const { type_id, user_id, bound_to } = stated;
    return { type_id, user_id: user_id === 0 ? null : new Types.ObjectId(user_id), bound_to };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * Whether somebody may work a lead: if the projection does not say yes, leads is asked once and decides. Nobody may
 * work a lead that does not exist, not even an admin.
 */
export async function mayWork(ctx: LeadAccessContext, actor: Actor, leadId: string): Promise<boolean> {
  const known = await ctx.leadAccess
    .findOne({ _id: new Types.ObjectId(leadId), ...stillThere })
    .lean<LeadAccessDoc>();
  if (known !== null && allows(actor, known)) return true;
  const asked = await askLeads(ctx, leadId);
  return asked !== undefined && (asked.bound_to === actor.id || allows(actor, asked));
}

/**
 * Throws 404 if somebody may not work a lead: another agent's lead is indistinguishable from a missing one. Nothing is
 * looked up where leads vouches for them in this very request.
 */
export async function requireWorkable(
  ctx: LeadAccessContext,
  actor: Actor,
  leadId: string,
  { vouchedBy }: Partial<Pick<Exchange, 'vouchedBy'>> = {},
): Promise<void> {
  if (vouchedBy === undefined && !(await mayWork(ctx, actor, leadId))) throw notFound('Lead');
}
