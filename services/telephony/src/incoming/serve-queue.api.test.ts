import { jest } from '@jest/globals';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { startTelephony, type TelephonyServer } from '../test/telephony-server.js';

let server: TelephonyServer;
beforeAll(async () => {
  server = await startTelephony({ SWEEP_MS: '3600000' });
});
afterAll(() => server.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** Counts how often it is looked up who waits. */
function watchLooks() {
  const find = jest.spyOn(server.service.ctx.callDocs.collection, 'find');
  return () => find.mock.calls.filter(([filter]) => filter !== undefined && 'queue.state' in filter).length;
}

test('where nobody waits it is looked up once however many become free, and once more when a second is over', async () => {
  const { queue } = server.service.ctx;
  const looks = watchLooks();
  queue.wake();
  await queue.idle();
  expect(looks()).toBe(1);
  for (let each = 0; each < 20; each += 1) queue.freed();
  await queue.idle();
  expect(looks()).toBe(1);
  // Another process may have put somebody in the queue just then.
  await eventually(() => looks() === 2);
  await queue.idle();
  expect(looks()).toBe(2);
});

test('whoever is put in the queue here is looked at at once, whoever did not wait a moment ago', async () => {
  const { queue } = server.service.ctx;
  const looks = watchLooks();
  queue.wake();
  await queue.idle();
  queue.freed();
  queue.wake();
  await queue.idle();
  expect(looks()).toBe(2);
});

test('those who wait are read once for all who ask within a second, and anew behind a change of the queue', async () => {
  const { queue } = server.service.ctx;
  queue.wake();
  await queue.idle();
  const looks = watchLooks();
  await Promise.all([queue.waiting(), queue.waiting()]);
  await queue.waiting();
  expect(looks()).toBe(1);
  queue.wake();
  await queue.idle();
  await queue.waiting();
  expect(looks()).toBe(3);
});
