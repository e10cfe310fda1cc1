import { exampleTile, type FloorTile } from '@crm/contracts/entities/floor.js';
import { arranged, attentionOf, countsByState } from './floor-order.rules.js';

const now = Date.parse('2026-11-20T18:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const tile = (fullname: string, given: Partial<FloorTile> = {}): FloorTile => ({
  ...exampleTile,
  ...{ user_id: fullname, fullname, state: 'ready', since: ago(1), until: null, call: null },
  ...given,
});
const call = exampleTile.call;
const asks = call && { ...call, help: true };

test.each<[what: string, of: FloorTile, attention: string | undefined]>([
  ['a call is no reason', tile('a', { state: 'in-call', call, since: ago(19) }), undefined],
  ['one of twenty minutes is', tile('a', { state: 'in-call', call, since: ago(20) }), 'long-call'],
  ['asking for help is', tile('a', { state: 'in-call', call: asks, since: ago(1) }), 'help'],
  ['and before all else', tile('a', { state: 'in-call', call: asks, since: ago(40) }), 'help'],
  ['wrap-up within its limit is none', tile('a', { state: 'wrap-up', until: ago(-1) }), undefined],
  ['beyond it is', tile('a', { state: 'wrap-up', until: ago(0.1) }), 'over-limit'],
  ['a long wait is none', tile('a', { since: ago(90) }), undefined],
])('%s', (_what, of, attention) => {
  expect(attentionOf(of, now)).toBe(attention);
});

test('what needs a look comes first, then by state, then whoever is there the longest', () => {
  const tiles = [
    tile('ready'),
    tile('lunch', { state: 'lunch' }),
    tile('talks', { state: 'in-call', call, since: ago(5) }),
    tile('gone', { state: 'offline' }),
    tile('ready long', { since: ago(9) }),
    tile('talks long', { state: 'in-call', call, since: ago(25) }),
    tile('over', { state: 'wrap-up', until: ago(1) }),
    tile('wraps up', { state: 'wrap-up', until: ago(-1) }),
    tile('help', { state: 'in-call', call: asks }),
    tile('away', { state: 'offline' }),
  ];
  const { shown, offline } = arranged(tiles, now);
  expect(shown.map((each) => each.tile.fullname)).toEqual([
    ...['help', 'over', 'talks long', 'talks', 'wraps up', 'ready long', 'ready', 'lunch'],
  ]);
  expect(offline.map(({ fullname }) => fullname)).toEqual(['away', 'gone']);
  expect(countsByState(tiles)).toEqual([
    ['ready', 2],
    ['in-call', 3],
    ['wrap-up', 2],
    ['lunch', 1],
    ['offline', 2],
  ]);
});
