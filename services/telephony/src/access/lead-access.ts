import { Types } from 'mongoose';
import { mayWorkLead, type Actor } from '@crm/contracts/access.js';
import { typeId, type TypeId } from '@crm/contracts/codes/lead-types.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { leadAccess } from '@crm/contracts/http/leads.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { AppError, notFound } from '@crm/platform/errors/app-error.js';
import { stillThere } from '@crm/platform/projections/state-projection.js';
import type { TelephonyContext } from '../context.js';
import type { LeadAccessDoc } from './lead-access.model.js';

interface StatedAccess {
  id: string;
  type_id: TypeId;
  status: StatusCode;
  user_id: AgentChoice;
}

/** Takes in whose a lead is; an older state changes nothing. */
export function keepLeadAccess(
  ctx: Pick<TelephonyContext, 'knownLeads'>,
  { id, type_id, status, user_id }: StatedAccess | Lead,
  sequence: number,
): Promise<void> {
  const set = { type_id, status, user_id: user_id === 0 ? null : new Types.ObjectId(user_id) };
  return ctx.knownLeads.put([{ id: new Types.ObjectId(id), parts: [{ guard: 'version', sequence, set }] }]);
}

/** Takes in that a lead is gone. */
export function forgetLead(ctx: TelephonyContext, leadId: string, sequence: number): Promise<void> {
  return ctx.knownLeads.forget(new Types.ObjectId(leadId), sequence, ctx.clock.now());
}

const allows = (actor: Actor, { type_id, user_id }: Pick<LeadAccessDoc, 'type_id' | 'user_id'>) =>
  mayWorkLead(actor, { type_id, user_id: user_id?.toHexString() ?? null });

/** What leads says of a lead, kept for the next time; undefined where there is none. */
async function askLeads(ctx: TelephonyContext, leadId: string) {
  try {
    const access = await ctx.services.call(leadAccess, { params: { id: leadId } }, { asService: true });
    const stated = { ...access, id: leadId, type_id: typeId.parse(access.type_id) };
    await keepLeadAccess(ctx, stated, access.version);
    const { type_id, user_id } = stated;
    return { type_id, user_id: user_id === 0 ? null : new Types.ObjectId(user_id) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * Whether somebody may work a lead: what is known here says yes, or else leads does, which is asked once and believed.
 * A lead that is not there is nobody's to work, an admin's neither.
 */
export async function mayWork(ctx: TelephonyContext, actor: Actor, leadId: string): Promise<boolean> {
  const known = await ctx.leadAccess
    .findOne({ _id: new Types.ObjectId(leadId), ...stillThere })
    .lean<LeadAccessDoc>();
  if (known !== null && allows(actor, known)) return true;
  const asked = await askLeads(ctx, leadId);
  return asked !== undefined && allows(actor, asked);
}

/** Throws 404 where somebody may not work a lead: another agent's is as unknown as one that is not there. */
export async function requireWorkable(ctx: TelephonyContext, actor: Actor, leadId: string): Promise<void> {
  if (!(await mayWork(ctx, actor, leadId))) throw notFound('Lead');
}
