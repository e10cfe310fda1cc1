import { exampleFloor, exampleTile, type FloorTile } from '@crm/contracts/entities/floor.js';
import { withReading, withTile, type KnownFloor } from './floor-tiles.rules.js';

const later = '2026-11-20T17:41:30.000Z';
const earlier = '2026-11-20T17:40:30.000Z';
const guide: FloorTile = {
  ...exampleTile,
  ...{ user_id: '66f0a1b2c3d4e5f601020305', role_id: 3, call: null },
  dialler: { on: true, today: { dialled: 41, people: 12 } },
};
const known: KnownFloor = { ...exampleFloor, tiles: [exampleTile, guide], aheadMs: 0 };

describe('a live tile', () => {
  test('takes the place of the one before, and leaves all others as they are', () => {
    const next = withTile(known, { ...exampleTile, state: 'ready', call: null, at: later });
    expect(next.tiles.map(({ state }) => state)).toEqual(['ready', 'in-call']);
    expect(next.tiles[1]).toBe(guide);
  });

  test('that comes late changes nothing', () => {
    expect(withTile(known, { ...exampleTile, state: 'ready', at: earlier })).toBe(known);
  });

  test('of somebody new is added, of somebody banned taken away', () => {
    const other = { ...exampleTile, user_id: '66f0a1b2c3d4e5f601020306', at: later };
    expect(withTile(known, other).tiles).toHaveLength(3);
    expect(withTile(known, { ...guide, banned: 1, at: later }).tiles).toEqual([exampleTile]);
    expect(withTile(known, { ...other, banned: 1 })).toBe(known);
  });

  test('keeps what it did not count', () => {
    const [, next] = withTile(known, { ...guide, dialler: { on: false, today: null }, at: later }).tiles;
    expect(next?.dialler).toEqual({ on: false, today: { dialled: 41, people: 12 } });
  });
});

describe('a reading of the floor', () => {
  test('keeps the very tiles that look the same', () => {
    const tiles = known.tiles.map((tile) => ({ ...tile, at: later }));
    const next = withReading(known, { ...known, tiles });
    expect(next.tiles[0]).toBe(exampleTile);
    expect(next.tiles[1]).toBe(guide);
  });

  test('puts right what was missed, and takes away who is gone', () => {
    const next = withReading(known, { ...known, tiles: [{ ...exampleTile, state: 'break', at: later }] });
    expect(next.tiles.map(({ state }) => state)).toEqual(['break']);
  });

  test('does not undo what a live event brought while it was under way', () => {
    const live = withTile(known, { ...exampleTile, state: 'wrap-up', at: later });
    expect(withReading(live, known).tiles[0]).toMatchObject({ state: 'wrap-up' });
  });
});
