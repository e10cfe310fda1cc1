import type { Floor, FloorTile } from '@crm/contracts/entities/floor.js';

/** The floor as this window knows it. */
export interface KnownFloor extends Floor {
  /** How far the server's clock is ahead of this one. */
  aheadMs: number;
}

const shownOf = ({ at: _at, ...shown }: FloorTile) => JSON.stringify(shown);

/** Whether two tiles look the same: one that was merely composed later does. */
export const isSameTile = (a: FloorTile, b: FloorTile): boolean => a === b || shownOf(a) === shownOf(b);

/** The floor with one tile as a live event has it, unless a newer one is known. What it did not count stays. */
export function withTile<F extends Floor>(floor: F, tile: FloorTile): F {
  const known = floor.tiles.find(({ user_id }) => user_id === tile.user_id);
  if (known !== undefined && known.at > tile.at) return floor;
  const others = floor.tiles.filter((each) => each !== known);
  if (tile.banned === 1) return known === undefined ? floor : { ...floor, tiles: others };
  const dialler = tile.dialler && {
    ...tile.dialler,
    today: tile.dialler.today ?? known?.dialler?.today ?? null,
  };
  const next = { ...tile, dialler };
  const tiles =
    known === undefined ? [...floor.tiles, next] : floor.tiles.map((each) => (each === known ? next : each));
  return { ...floor, tiles };
}

/**
 * The floor as it was read, with the tiles that a live event brought newer while it was. A tile that looks as before is the
 * one that was there before, so that it is not drawn again.
 */
export function withReading(known: KnownFloor | undefined, read: KnownFloor): KnownFloor {
  const before = new Map(known?.tiles.map((tile) => [tile.user_id, tile]));
  const tiles = read.tiles.map((tile) => {
    const there = before.get(tile.user_id);
    return there !== undefined && (there.at > tile.at || isSameTile(there, tile)) ? there : tile;
  });
  return { ...read, tiles };
}
