import { jest } from '@jest/globals';
import { saveUsers } from './save-users.js';
import { createStaffAtHand } from './staff-at-hand.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';

let server: TelephonyServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startTelephony();
  agent = await server.signIn({ fullname: 'Dana Reyes' });
});
afterAll(() => server.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

test('a user is read once in five minutes, and one whom nobody knows each time', async () => {
  const { users } = server.service.ctx;
  const steady = { at: 0 };
  const staff = createStaffAtHand(users, () => steady.at);
  const read = jest.spyOn(users.collection, 'findOne');
  expect(await staff.get(agent.user.id)).toMatchObject({
    fullname: 'Dana Reyes',
    role_id: agent.user.role_id,
  });
  steady.at = 5 * 60_000 - 1;
  await staff.get(agent.user.id);
  expect(read).toHaveBeenCalledTimes(1);
  steady.at += 1;
  await staff.get(agent.user.id);
  expect(read).toHaveBeenCalledTimes(2);
  const nobody = '66f0a1b2c3d4e5f6010203ff';
  expect([await staff.get(nobody), await staff.get(nobody)]).toEqual([undefined, undefined]);
  expect(read).toHaveBeenCalledTimes(4);
});

test('what this process saves of a user is known at once, also where they were being read meanwhile', async () => {
  const { ctx } = server.service;
  const { user } = agent;
  await ctx.staff.get(user.id);
  const reading = createStaffAtHand(ctx.users);
  const before = reading.get(user.id);
  reading.forget([user.id]);
  await before;
  await saveUsers(ctx, [{ ...user, fullname: 'Dana Whitfield', version: user.version + 1 }]);
  expect(await ctx.staff.get(user.id)).toMatchObject({ fullname: 'Dana Whitfield' });
  expect(await reading.get(user.id)).toMatchObject({ fullname: 'Dana Whitfield' });
});
