import { useQueryClient } from '@tanstack/react-query';
import { getFloor } from '@crm/contracts/http/floor.js';
import { aheadMs } from '../agent-state/server-time.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useRoom } from '../realtime/useRoom.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { withReading, withTile, type KnownFloor } from './floor-tiles.rules.js';

const floorKey = ['floor'] as const;

/** A live event that is lost is made up for within this time, while the page is visible. */
export const rereadEveryMs = 30_000;

/** The floor, live: one tile at a time as it changes, and as a whole now and then and after a gap. */
export function useFloor() {
  const client = useQueryClient();
  const query = useVerbQuery<KnownFloor>({
    isKeptLive: true,
    key: floorKey,
    ask: async (provider, signal) => {
      const askedAt = Date.now();
      const read = await provider.call(getFloor, { signal });
      const floor = { ...read, aheadMs: aheadMs(read.now, askedAt) };
      return withReading(client.getQueryData<KnownFloor>(floorKey), floor);
    },
    refetchInterval: rereadEveryMs,
    refetchOnWindowFocus: true,
  });
  useRoom('joinFloor', null);
  useServerEvent('floorTile', (tile) => {
    client.setQueryData<KnownFloor>(floorKey, (known) => known && withTile(known, tile));
  });
  return query;
}
