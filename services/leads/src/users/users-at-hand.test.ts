import { Types } from 'mongoose';
import { startLeads, type LeadsServer } from '../test/leads-server.js';
import { createUsersAtHand, usersKeptMs } from './users-at-hand.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

/** The users of the server, at hand by a clock of the test's own, and how often they were read. */
function given() {
  const { users } = server.service.ctx;
  const has = { at: 0, reads: 0, fails: false };
  const model = {
    db: users.db,
    collection: users.collection,
    find: ((...asked: Parameters<typeof users.find>) => {
      has.reads += 1;
      if (has.fails) throw new Error('The store is gone');
      return users.find(...asked);
    }) as typeof users.find,
  };
  return { has, hand: createUsersAtHand(model, () => has.at) };
}

test('each is read once for all who ask within a second', async () => {
  const [one, other] = await Promise.all([server.signIn(), server.signIn()]);
  const { has, hand } = given();
  const [found] = await Promise.all([hand.of([one.user.id, other.user.id]), hand.of([one.user.id])]);
  expect([...found.values()].map(({ email }) => email).sort()).toEqual(
    [one.user.email, other.user.email].sort(),
  );
  has.at = usersKeptMs;
  await hand.of([new Types.ObjectId(other.user.id)]);
  expect(has.reads).toBe(1);
  has.at += 1;
  await hand.of([other.user.id]);
  expect(has.reads).toBe(2);
});

test('only those who are not at hand are read, and nobody where all are', async () => {
  const [one, other] = await Promise.all([server.signIn(), server.signIn()]);
  const { has, hand } = given();
  await hand.of([]);
  expect(has.reads).toBe(0);
  await hand.of([one.user.id]);
  expect((await hand.of([one.user.id, other.user.id])).size).toBe(2);
  expect(has.reads).toBe(2);
});

test('what this process is told of a user is known at once', async () => {
  const { user } = await server.signIn();
  const { hand } = given();
  await hand.of([user.id]);
  const email = `new-${user.email}`;
  await server.signIn({ ...user, email, version: user.version + 1 });
  expect((await hand.of([user.id])).get(user.id)?.email).toBe(email);
});

test('whom nobody knows is left out, and known once they are', async () => {
  const id = new Types.ObjectId().toHexString();
  const { hand } = given();
  expect((await hand.of([id])).size).toBe(0);
  await server.signIn({ id });
  expect((await hand.of([id])).size).toBe(1);
});

test('a read that fails is told to who waits, and tried again', async () => {
  const { user } = await server.signIn();
  const { has, hand } = given();
  has.fails = true;
  await expect(hand.of([user.id])).rejects.toThrow('The store is gone');
  has.fails = false;
  expect((await hand.of([user.id])).size).toBe(1);
});

test('whoever is read anew is read each time, and at hand then for those who do not ask for that', async () => {
  const { user } = await server.signIn();
  const { has, hand } = given();
  await hand.of([user.id]);
  expect(await hand.readAnew(user.id)).toMatchObject({ email: user.email, banned: 0 });
  has.at = usersKeptMs;
  await hand.readAnew(user.id);
  expect(has.reads).toBe(3);
  has.at += usersKeptMs;
  expect((await hand.of([user.id])).get(user.id)).toMatchObject({ role_id: user.role_id });
  expect(has.reads).toBe(3);
  expect(await hand.readAnew(new Types.ObjectId().toHexString())).toBeUndefined();
});

test('what was read anew while this process was told of a user is not at hand for others', async () => {
  const { user } = await server.signIn();
  const { has, hand } = given();
  await Promise.all([
    hand.readAnew(user.id),
    server.signIn({ ...user, email: `new-${user.email}`, version: user.version + 1 }),
  ]);
  expect((await hand.of([user.id])).get(user.id)?.email).toBe(`new-${user.email}`);
  expect(has.reads).toBe(2);
});
