import type { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { listColleagues as endpoint } from '@crm/contracts/http/calling.js';
import type { TelephonyContext } from '../context.js';
import { numberForColleague, type PickedNumber } from '../numbers/pick-number.js';
import { isReachable } from '../users/reachable.rules.js';
import { findUser } from '../users/save-users.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { identityOf } from './addresses.js';
import type { CalledColleague } from './call.model.js';
import { freeUsers, leaseOf, takeLeases } from './leases.js';
import type { NewCall } from './new-call.js';

/** The device of a colleague who is called, with whom it shows. */
export function colleagueDevice({ user_id, caller }: CalledColleague): string {
  const about = new URLSearchParams({ lead_id: '', lead_name: caller, number: '' });
  return `client:${identityOf(user_id)}?${about.toString()}`;
}

/** What is kept of a call to a colleague, and the number that it bears or why it is not placed. */
interface ColleagueOrder {
  about: Pick<NewCall, 'number' | 'lead_id' | 'lead_name' | 'colleague'>;
  decided: PickedNumber | { why: string };
}

/** A user calls a colleague: both have no other call meanwhile. Nobody is asked for permission: there is no customer. */
export async function orderColleague(
  ctx: TelephonyContext,
  _id: Types.ObjectId,
  { user, colleagueId }: { user: TelephonyUserDoc; colleagueId: string },
): Promise<ColleagueOrder> {
  const userId = user._id.toHexString();
  const found = colleagueId === userId ? undefined : await findUser(ctx, colleagueId);
  const name = found?.fullname ?? '';
  const about = {
    ...{ number: '', lead_id: null, lead_name: name },
    colleague: { user_id: colleagueId, name, caller: user.fullname },
  };
  const denied = (why: string) => ({ about, decided: { why } });
  if (found === undefined) return denied('This colleague cannot be called');
  const isBusy = `${name} cannot take a call right now`;
  if (!isReachable(found)) return denied(isBusy);
  const from = await numberForColleague(ctx, user);
  if (from === undefined) return denied('No caller id is configured');
  const taken = await takeLeases(ctx, _id, [leaseOf.user(userId), leaseOf.user(colleagueId)]);
  if (taken === leaseOf.user(userId)) return denied('You are already in a call');
  if (taken !== undefined) return denied(isBusy);
  return { about, decided: { from, announce: false, claim: null } };
}

/** Whom the asker can call now, by name. */
export async function listColleagues(
  ctx: TelephonyContext,
  actor: Actor,
): Promise<AnswerOf<typeof endpoint>['colleagues']> {
  const online = await ctx.users
    .find({ online: 1, active: 1, banned: 0 }, { fullname: 1 })
    .sort({ fullname: 1 })
    .lean<Pick<TelephonyUserDoc, '_id' | 'fullname'>[]>();
  const others = online.map(({ _id, fullname }) => ({ id: _id.toHexString(), fullname }));
  const free = new Set(
    await freeUsers(
      ctx,
      others.map(({ id }) => id),
    ),
  );
  return others.filter(({ id }) => id !== actor.id && free.has(id));
}
