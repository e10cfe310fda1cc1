import { z } from 'zod';
import { leadDeleted, userSessionsEnded } from '@crm/contracts/bus/events.js';
import { defineMessage, envelope } from '@crm/contracts/bus/envelope.js';
import { runWithContext } from '../log/request-context.js';
import { newEvent } from './new-event.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const user = '507f191e810c19729de860ea';
const about = { source: 'auth', subject: `user/${user}`, sequence: 7, now } as const;

test('an event is an envelope that says what happened to what, when and by whom', () => {
  const event = newEvent(userSessionsEnded, {
    ...about,
    data: { user_id: user, session_version: 2 },
    actor: { id: user, role: 1 },
  });
  expect(envelope.parse(event)).toEqual(event);
  expect(event).toMatchObject({
    source: 'auth',
    type: 'user.sessions-ended',
    subject: `user/${user}`,
    sequence: 7,
    time: '2026-11-20T17:00:00.000Z',
    dataschema: 'urn:crm:user.sessions-ended',
    data: { user_id: user, session_version: 2 },
    actorid: user,
    actorrole: '1',
  });
});

test('what happens on behalf of a request or a message carries its correlation id and names its cause', () => {
  const event = runWithContext({ correlationId: 'request-7', causationId: 'the-message' }, () =>
    newEvent(userSessionsEnded, { ...about, data: { user_id: user }, actor: 'system' }),
  );
  expect(event).toMatchObject({
    correlationid: 'request-7',
    causationid: 'the-message',
    actorid: 'system',
    actorrole: 'system',
  });
});

test('what happens by itself has a correlation id of its own and no cause', () => {
  const make = () => newEvent(userSessionsEnded, { ...about, data: { user_id: user }, actor: 'system' });
  const [one, other] = [make(), make()];
  expect(one).not.toHaveProperty('causationid');
  expect(one.correlationid).not.toBe(other.correlationid);
  expect(one.id).not.toBe(other.id);
});

test('ids of later events sort after those of earlier ones', () => {
  const ids = Array.from(
    { length: 200 },
    () => newEvent(userSessionsEnded, { ...about, data: { user_id: user }, actor: 'system' }).id,
  );
  expect([...ids].sort()).toEqual(ids);
});

test('fields that are set to undefined are not there, as they will not be when it arrives', () => {
  const event = newEvent(userSessionsEnded, {
    ...about,
    data: { user_id: user, jti: undefined },
    actor: 'system',
  });
  expect(Object.keys(event.data)).toEqual(['user_id']);
});

test('data is as it will arrive, however deep, and the producer keeps its own', () => {
  const spec = defineMessage({
    type: 'test.happened',
    owner: ['auth'],
    summary: 'For this test.',
    data: z.unknown(),
    example: null,
  });
  const list = [1, undefined, { deep: undefined, left: 'x' }];
  const data = { none: null, zero: 0, empty: '', at: now, gone: undefined, list, inner: { a: undefined } };
  const event = newEvent(spec, { ...about, data, actor: 'system' });
  expect(event.data).toStrictEqual(JSON.parse(JSON.stringify(data)));
  expect(list).toHaveLength(3);
  expect(data).toHaveProperty('gone');
});

test('data that breaks the contract is a fault of the producer, told before anything is written', () => {
  expect(() =>
    newEvent(leadDeleted, {
      ...about,
      data: { lead_id: 'nobody', type_id: 2, source: 'own', user_id: 0 },
      actor: 'system',
    }),
  ).toThrow(/lead_id/);
});
