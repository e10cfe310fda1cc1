import { roles } from '@crm/contracts/codes/roles.js';
import type { getFloor as endpoint } from '@crm/contracts/http/floor.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { TelephonyContext } from '../context.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { dialledToday, incomingToday } from './calls-of-today.js';
import { readTiles } from './tile.js';
import { waitingNow } from './waiting-now.js';

/** The whole floor as it is now, in a few commands to the store however many work on it. */
export async function getFloor(ctx: TelephonyContext): Promise<AnswerOf<typeof endpoint>> {
  const [users, dialled, waiting, today] = await Promise.all([
    ctx.users.find({ role_id: { $in: [roles.agent, roles.guide] }, banned: 0 }).lean<TelephonyUserDoc[]>(),
    dialledToday(ctx),
    waitingNow(ctx),
    incomingToday(ctx),
  ]);
  const nothing = { dialled: 0, people: 0 };
  const tiles = await readTiles(ctx, users, (id) => dialled.get(id) ?? nothing);
  return { now: ctx.clock.now().toISOString(), tiles, waiting, today };
}
