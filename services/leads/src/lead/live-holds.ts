import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import type { BusyHolder } from './lead.view.js';

/** Who holds a lead now, and whether a call bound it to them. */
export interface LiveHold extends BusyHolder {
  bound: boolean;
}

/** Who holds each of these leads now, by lead id. One query for a page. */
export async function liveHolds(
  ctx: Pick<LeadsContext, 'holds' | 'clock'>,
  leadIds: readonly Types.ObjectId[],
): Promise<ReadonlyMap<string, LiveHold>> {
  if (leadIds.length === 0) return new Map();
  const holds = await ctx.holds
    .find({ _id: { $in: leadIds }, until: { $gt: ctx.clock.now() } })
    .select({ user_id: 1, fullname: 1, bound: 1 })
    .lean();
  return new Map(
    holds.flatMap(({ _id, user_id, fullname, bound }) =>
      user_id === null
        ? []
        : [
            [
              _id.toHexString(),
              { user_id: user_id.toHexString(), fullname: fullname ?? '', bound: bound === true },
            ] as const,
          ],
    ),
  );
}

/** Who holds this lead now. */
export async function liveHold(
  ctx: Pick<LeadsContext, 'holds' | 'clock'>,
  leadId: string,
): Promise<LiveHold | undefined> {
  return (await liveHolds(ctx, [new Types.ObjectId(leadId)])).get(leadId);
}
