import { exampleFollowup, type EventFollowup, type Followup } from '@crm/contracts/entities/followup.js';
import { withFollowup, withToldFollowup } from './lead-followups.rules.js';

const at = (id: string, hour: number, given: Partial<Followup> = {}): Followup => ({
  ...exampleFollowup,
  id,
  datetime: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(),
  ...given,
});
const ids = (followups: readonly Followup[]) => followups.map(({ id }) => id);

test.each([
  ['a new one has its place by time', [at('a', 9), at('b', 11)], at('c', 10), ['a', 'c', 'b']],
  [
    'one that is moved goes to its new place',
    [at('a', 9), at('b', 11)],
    at('a', 12, { version: 2 }),
    ['b', 'a'],
  ],
  [
    'one that is completed goes behind those in progress',
    [at('a', 9), at('b', 11)],
    at('a', 9, { completed: 1, version: 2 }),
    ['b', 'a'],
  ],
  [
    'completed ones begin with the latest',
    [at('b', 11, { completed: 1 })],
    at('a', 12, { completed: 1 }),
    ['a', 'b'],
  ],
] as const)('%s', (_name, known, told, expected) => {
  expect(ids(withFollowup(known, told))).toEqual(expected);
});

test('an older state changes nothing', () => {
  const known = [at('a', 9, { version: 3 }), at('b', 11)];
  expect(withFollowup(known, at('a', 12, { version: 2 }))).toBe(known);
});

describe('what an event told, without the description,', () => {
  const known = [at('a', 9, { version: 3 }), at('b', 11)];
  const told = ({ description: _, ...rest }: Followup): EventFollowup => rest;

  test('changes the rest and leaves the description that is known', () => {
    const next = withToldFollowup(known, told(at('a', 12, { version: 4, priority: 1 })));
    expect(next).toEqual([known[1], { ...at('a', 12), version: 4, priority: 1 }]);
    expect(next?.[1]?.description).toBe(exampleFollowup.description);
  });

  test('says nothing where it is no newer', () => {
    expect(withToldFollowup(known, told(at('a', 12, { version: 3 })))).toBeUndefined();
  });

  test('adds nothing that is not known: it would be without its description', () => {
    expect(withToldFollowup(known, told(at('c', 12)))).toBe(known);
  });
});
