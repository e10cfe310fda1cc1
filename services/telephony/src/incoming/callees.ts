import { Types } from 'mongoose';
import { suitableAgents, type LeadToCall } from '@crm/contracts/http/calling.js';
import { typeId } from '@crm/contracts/codes/lead-types.js';
import { mayWork } from '@crm/domain/access/lead-access.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from '../calls/call.model.js';
import { stateOfNumber, statesWithPhone } from '../phones/states-of-number.js';
import { isReachable } from '../users/reachable.rules.js';
import { findUser } from '../users/save-users.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { lastCallerDays, type Callees } from './ring-order.rules.js';

/** A call to a number that all agents share. */
export interface SharedCall {
  number: string;
  own_number: string;
  lead: LeadToCall | undefined;
}

/** Who called a number or talked to it last, if they may work its lead. */
async function lastCaller(ctx: TelephonyContext, { number, lead }: SharedCall): Promise<string | undefined> {
  if (!number.startsWith('+')) return undefined;
  const since = new Date(ctx.clock.now().getTime() - lastCallerDays * 86_400_000);
  const call = await ctx.callDocs
    .findOne({
      number,
      startedAt: { $gte: since },
      user_id: { $ne: null },
      $or: [{ connectedAt: { $ne: null } }, { direction: 'outbound', outcome: { $ne: 'refused' } }],
    })
    .sort({ startedAt: -1 })
    .select({ user_id: 1 })
    .lean<Pick<CallDoc, 'user_id'>>();
  const id = call?.user_id?.toHexString();
  const user = id === undefined ? undefined : await findUser(ctx, id);
  if (id === undefined || user === undefined) return undefined;
  if (lead === undefined) return id;
  const { role_id: role, subroles, fullname } = user;
  return (await mayWork(ctx, { id, role, subroles, fullname }, lead.lead_id)) ? id : undefined;
}

async function suitable(ctx: TelephonyContext, { number, own_number, lead }: SharedCall): Promise<string[]> {
  const [{ assignment }, states] = await Promise.all([knownSettings(ctx), statesWithPhone(ctx, own_number)]);
  const state = lead?.state ?? states[0] ?? (await stateOfNumber(ctx, number));
  if (assignment !== 1 || state === undefined) return [];
  const type = typeId.safeParse(lead?.type_id);
  const { users } = await ctx.services.call(
    suitableAgents,
    { body: { state, type_id: type.success ? type.data : null } },
    { asService: true },
  );
  return users;
}

/** Everybody who may take a call, whatever they are doing. */
export async function calleesOf(ctx: TelephonyContext, call: SharedCall): Promise<Callees> {
  const { lead } = call;
  const owner = lead === undefined || lead.user_id === 0 ? undefined : await findUser(ctx, lead.user_id);
  const [last, others] = await Promise.all([
    lastCaller(ctx, call),
    owner === undefined ? suitable(ctx, call) : [],
  ]);
  return { last, owner: owner?._id.toHexString(), suitable: others };
}

/** Whoever is in a call is offline for others until it ends, with the switch still on. */
const isAtWork = (user: TelephonyUserDoc): boolean =>
  isReachable(user) || (user.in_call === 1 && user.active === 1 && user.banned === 0);

/** Those of these users who could be rung, now or after the call that they are in. */
export async function atWork(ctx: TelephonyContext, users: readonly string[]): Promise<string[]> {
  const known = await ctx.users
    .find({ _id: { $in: users.map((id) => new Types.ObjectId(id)) } })
    .lean<TelephonyUserDoc[]>();
  return known.filter(isAtWork).map(({ _id }) => _id.toHexString());
}
