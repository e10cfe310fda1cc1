import { jest } from '@jest/globals';
import { buildAdmin, buildUser } from '../test/builders.js';
import { fetchAhead } from './fetch-ahead.js';
import { laterPart, lazyPart, partsAhead } from './lazy-part.js';

const Part = () => null;

beforeEach(() => {
  jest.useFakeTimers();
  partsAhead.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

const loaded: string[] = [];
const part = (name: string, within?: () => void) => () => {
  loaded.push(name);
  within?.();
  return Promise.resolve({ default: Part });
};
beforeEach(() => {
  loaded.length = 0;
});

it('fetches what the person may open, and what is within that', async () => {
  lazyPart(
    part('leads', () => {
      lazyPart(part('a dialog of leads'));
    }),
  );
  lazyPart(part('deals'), ({ role_id }) => role_id === 1);
  const user = buildUser();
  const done = fetchAhead({ user: () => user });
  await jest.advanceTimersByTimeAsync(10_000);
  await done;
  expect(loaded).toEqual(['leads', 'a dialog of leads']);
});

it('tries again what could not be fetched', async () => {
  let isThere = false;
  const load = part('deals');
  laterPart(() => (isThere ? load() : Promise.reject(new TypeError('no connection'))));
  const admin = buildAdmin();
  const done = fetchAhead({ user: () => admin });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(loaded).toEqual([]);
  isThere = true;
  await jest.advanceTimersByTimeAsync(60_000);
  await done;
  expect(loaded).toEqual(['deals']);
});

it('fetches nothing more once nobody is signed in', async () => {
  lazyPart(part('deals'));
  const done = fetchAhead({ user: () => null });
  await jest.advanceTimersByTimeAsync(10_000);
  await done;
  expect(loaded).toEqual([]);
});
