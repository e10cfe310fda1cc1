import { settingsUpdated, userSessionsEnded } from '@crm/contracts/bus/events.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import { createMemoryBus } from '../bus/memory-bus.js';
import { createSessions, type SessionSnapshot } from '../identity/sessions.js';
import { newEvent } from '../outbox/new-event.js';
import { busProbe } from './bus-probe.js';
import { subscribeSessions } from './subscribe-sessions.js';
import { logLines } from './log-lines.js';
import { ManualClock } from './manual-clock.js';
import { uniqueActor, uniqueEmail, uniqueId, uniqueName, uniquePhone } from './unique.js';

test('a manual clock stands still until it is moved', () => {
  const clock = new ManualClock('2026-03-08T09:59:59.000Z');
  clock.advance(1_000);
  expect(clock.now().toISOString()).toBe('2026-03-08T10:00:00.000Z');
  clock.set('2026-11-01T08:00:00.000Z');
  expect(clock.now()).toEqual(new Date('2026-11-01T08:00:00.000Z'));
});

test('sessions are heard of after a jump of the clock, though a question under way is refused for it', async () => {
  const clock = new ManualClock();
  const nothingEnded: SessionSnapshot = { versions: {}, revoked: [], ended: [], kept: [] };
  const fetchSnapshot = async () => {
    const askedAt = clock.now().getTime();
    await Promise.resolve();
    if (clock.now().getTime() - askedAt > 60_000) throw new Error('The service token has run out');
    return nothingEnded;
  };
  const sessions = createSessions({ clock, log: logLines('test').log, fetchSnapshot });
  const underWay = sessions.poll();
  clock.advance(600_000);
  await subscribeSessions(sessions);
  expect(await underWay).toBe(false);
  expect(sessions.isFresh()).toBe(true);
});

test('what is unique comes once, and passes the contract', () => {
  const many = Array.from({ length: 500 });
  for (const make of [uniqueId, uniqueEmail, uniquePhone, uniqueName]) {
    expect(new Set(many.map(() => make())).size).toBe(500);
  }
  for (const phone of many.map(uniquePhone)) {
    expect(phoneNumber.parse(phone)).toMatch(/^\+1\d{3}55501\d{2}$/);
  }
  expect(uniqueActor(2).id).not.toBe(uniqueActor(2).id);
});

describe('a probe of the bus', () => {
  const ended = (user: string) =>
    newEvent(userSessionsEnded, {
      source: 'auth',
      subject: `user/${user}`,
      sequence: 1,
      data: { user_id: user, session_version: 2 },
      actor: 'system',
      now: new Date(),
    });

  test('finds what has come already and what comes later, by contract', async () => {
    const bus = createMemoryBus();
    const probe = await busProbe(bus);
    const [first, second] = [uniqueId(), uniqueId()];
    await bus.publish([ended(first)]);
    const later = probe.waitFor(userSessionsEnded, ({ data }) => data.user_id === second);
    await bus.publish([ended(second)]);
    expect((await probe.waitFor(userSessionsEnded)).data.user_id).toBe(first);
    expect((await later).data).toEqual({ user_id: second, session_version: 2 });
    expect(probe.all(userSessionsEnded)).toHaveLength(2);
    expect(probe.all(settingsUpdated)).toEqual([]);
    expect(probe.types()).toEqual(['user.sessions-ended', 'user.sessions-ended']);
    await probe.stop();
    await bus.close();
  });

  test('refuses an event that breaks its contract', async () => {
    const bus = createMemoryBus();
    const probe = await busProbe(bus);
    await bus.publish([{ ...ended(uniqueId()), data: { user_id: 'nobody' } }]);
    await expect(probe.waitFor(userSessionsEnded)).rejects.toThrow('Not a valid id');
    await probe.stop();
    await bus.close();
  });
});
