import type { Types } from 'mongoose';
import { floorTileChanged } from '@crm/contracts/bus/floor-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { createGathering, type Gathering } from '@crm/platform/jobs/gathering.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { TelephonyContext } from '../context.js';
import type { SettleContext } from './settle-agent.js';
import { readTilesById } from './tile.js';

/** What changed meanwhile is told together: a floor looks no more often, and each call changes its tile several times. */
const pauseMs = 500;

export type TileContext = SettleContext & Pick<TelephonyContext, 'changedTiles'>;

/** Past the outbox: what is lost is healed by the next reading of the floor. What diallers did today is not counted for it. */
async function announceTiles(ctx: TelephonyContext, userIds: readonly Types.ObjectId[]): Promise<void> {
  const tiles = await readTilesById(ctx, userIds);
  const now = ctx.clock.now();
  ctx.announce(
    tiles.map((data) =>
      newEvent(floorTileChanged, {
        ...{ source: 'telephony', subject: `floor/${data.user_id}`, actor: 'system', now, data },
        sequence: now.getTime(),
      }),
    ),
  );
}

/** Users whose tiles changed: they are read and told of together, those of many users in as many commands as those of one. */
export const gatherTiles = (getContext: () => TelephonyContext, log: Logger): Gathering<Types.ObjectId> =>
  createGathering({
    handle: (userIds) => announceTiles(getContext(), userIds),
    keyOf: (id) => id.toHexString(),
    pauseMs,
    log,
  });
