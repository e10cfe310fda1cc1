import { validate, version } from 'uuid';
import { newEventId } from './event-id.js';

const many = () => Array.from({ length: 20_000 }, () => newEventId());

test('ids of events are UUIDs of version 7, each once', () => {
  const ids = many();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
});

test('ids of events sort in the order in which they were made', () => {
  const ids = many();
  expect([...ids].sort()).toEqual(ids);
});

test('an id of an event says when it was made', () => {
  const before = Date.now();
  const time = parseInt(newEventId().replaceAll('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  // Ids in plenty may run ahead of the clock by their counter, by a few milliseconds at the very most.
  expect(time).toBeLessThanOrEqual(Date.now() + 5);
});
