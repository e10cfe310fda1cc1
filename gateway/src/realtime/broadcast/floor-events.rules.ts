import type { z } from 'zod';
import type { floorTileChanged } from '@crm/contracts/bus/floor-events.js';
import { floorRoom, leadsOfRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

/** `floor.tile-changed`: the tile for admins who have the floor open and whoever leads their team, the state for whom it is about. */
export function floorTileSteps(tile: z.output<(typeof floorTileChanged)['data']>): Emission[] {
  const { user_id, state, reason, since, until } = tile;
  return [
    emissionOf('floorTile', tile, [floorRoom, leadsOfRoom(user_id)]),
    emissionOf('agentState', { user_id, state, reason, since, until }, [userRoom(user_id)]),
  ];
}
