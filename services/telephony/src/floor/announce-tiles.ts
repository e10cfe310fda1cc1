import type { Types } from 'mongoose';
import { floorTileChanged } from '@crm/contracts/bus/floor-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { TelephonyContext } from '../context.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import type { SettleContext } from './settle-agent.js';
import { readTiles } from './tile.js';

/** What changed meanwhile is told together: a floor looks no more often, and each call changes its tile several times. */
const pauseMs = 500;

/** How the tiles of users are told of. */
export interface Tiles {
  /** Something of these users' tiles changed: they are read and told of, at once or after a short pause. */
  changed(userIds: readonly Types.ObjectId[]): void;
  /** Tells of nothing any more; resolves when nothing is under way. */
  stop(): Promise<void>;
}

export type TileContext = SettleContext & Pick<TelephonyContext, 'tiles'>;

/** Past the outbox: what is lost is healed by the next reading of the floor. What diallers did today is not counted for it. */
async function announceTiles(ctx: TelephonyContext, userIds: readonly Types.ObjectId[]): Promise<void> {
  const users = await ctx.users.find({ _id: { $in: [...userIds] } }).lean<TelephonyUserDoc[]>();
  const tiles = await readTiles(ctx, users, () => null);
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

/** Tells of the tiles that changed, those of many users in as many commands as those of one. */
export function createTiles(getContext: () => TelephonyContext): Tiles {
  let waiting = new Map<string, Types.ObjectId>();
  let isPausing = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;

  async function tell(): Promise<void> {
    const users = [...waiting.values()];
    waiting = new Map();
    isPausing = true;
    const ctx = getContext();
    try {
      await announceTiles(ctx, users);
    } catch (error) {
      ctx.log.warn({ err: error }, 'tiles of the floor could not be told of');
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      isPausing = false;
      if (waiting.size > 0) underWay = tell();
    }, pauseMs);
    timer.unref();
  }

  return {
    changed: (userIds) => {
      for (const id of userIds) waiting.set(id.toHexString(), id);
      if (waiting.size > 0 && !isPausing && !isStopped) underWay = tell();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
