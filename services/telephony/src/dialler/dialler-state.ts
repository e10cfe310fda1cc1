import { Types } from 'mongoose';
import type { DiallerState } from '@crm/contracts/entities/telephony.js';
import type { DiallerContext } from './dialler-calls.js';
import { activeRun } from './runs.js';

/** How a guide's dialler stands (GET /api/rest/dialler). */
export async function diallerStateOf(ctx: DiallerContext, guideId: string): Promise<DiallerState> {
  const [user, run, call] = await Promise.all([
    ctx.users.findById(new Types.ObjectId(guideId)).lean(),
    activeRun(ctx, guideId),
    ctx.calls.live(guideId),
  ]);
  return {
    on: user?.AD_Status === 1,
    run: run === undefined ? null : { total: run.items.length, done: run.position },
    call,
  };
}
