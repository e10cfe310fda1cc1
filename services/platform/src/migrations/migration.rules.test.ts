import { atOnce, knownVersions, passesOf, type Migration } from './migration.js';

const migration = (id: string, given: Partial<Migration> = {}): Migration => ({
  id,
  collection: 'leads',
  version: 1,
  runs: 'after',
  next: atOnce(() => Promise.resolve()),
  ...given,
});

test('what a roll-out waits for runs first, and once more in its place among what runs after it', () => {
  const { before, after } = passesOf([
    migration('first'),
    migration('second', { runs: 'before' }),
    migration('third'),
  ]);
  expect(before.map(({ id }) => id)).toEqual(['second']);
  expect(after.map(({ id }) => id)).toEqual(['first', 'second (second pass)', 'third']);
});

test('a release knows a collection up to the highest version of its migrations', () => {
  const list = [
    migration('a', { version: 2 }),
    migration('b'),
    migration('c', { collection: 'notes', version: 3 }),
  ];
  expect(Object.fromEntries(knownVersions(list))).toEqual({ leads: 2, notes: 3 });
});
