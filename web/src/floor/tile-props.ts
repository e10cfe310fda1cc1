import type { FloorTile } from '@crm/contracts/entities/floor.js';
import type { Attention } from './floor-order.rules.js';
import { isSameTile } from './floor-tiles.rules.js';

export interface TileProps {
  tile: FloorTile;
  attention: Attention | undefined;
  /** How far the server's clock is ahead of this one. */
  ahead: number;
}

/** Less than this nobody sees. */
const aheadSeenMs = 500;

/** Whether a tile would be drawn as it was: then it is not drawn again. */
export const isDrawnAlike = (before: TileProps, after: TileProps): boolean =>
  before.attention === after.attention &&
  Math.abs(before.ahead - after.ahead) < aheadSeenMs &&
  isSameTile(before.tile, after.tile);
