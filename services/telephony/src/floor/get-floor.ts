import { Types } from 'mongoose';
import { ownersSeen, type Actor } from '@crm/contracts/access.js';
import { agentRoles, roles } from '@crm/contracts/codes/roles.js';
import type { getFloor as endpoint } from '@crm/contracts/http/floor.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { TelephonyContext } from '../context.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { dialledToday, incomingToday } from './calls-of-today.js';
import { readTiles } from './tile.js';
import { waitingNow } from './waiting-now.js';

/** The floor as it is now, for a team lead that of the team, in a few commands to the store however many work on it. */
export async function getFloor(ctx: TelephonyContext, actor: Actor): Promise<AnswerOf<typeof endpoint>> {
  const owners = ownersSeen(actor);
  const seen = owners && { _id: { $in: owners.map((id) => new Types.ObjectId(id)) } };
  const [users, dialled, waiting, today] = await Promise.all([
    ctx.users
      .find({ role_id: { $in: [...agentRoles, roles.guide] }, banned: 0, ...seen })
      .lean<TelephonyUserDoc[]>(),
    dialledToday(ctx),
    waitingNow(ctx, owners),
    incomingToday(ctx),
  ]);
  const nothing = { dialled: 0, people: 0 };
  const tiles = await readTiles(ctx, users, (id) => dialled.get(id) ?? nothing);
  return { now: ctx.clock.now().toISOString(), tiles, waiting, today };
}
