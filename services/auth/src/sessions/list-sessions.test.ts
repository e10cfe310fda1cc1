import { updateAgent } from '@crm/contracts/http/agents.js';
import { listSessions, signOut } from '@crm/contracts/http/auth.js';
import { claimsOf, startAuth, type AuthServer } from '../test/auth-server.js';

const second = 1000;
let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth();
});
afterEach(() => auth.stop());

const ask = async (since?: string) => (await auth.internal.call(listSessions, { query: { since } })).answer;

test('answers the versions of all users, and then those alone that changed', async () => {
  const { user } = await auth.newUser();
  const { user: other } = await auth.newUser();
  const all = await ask();
  expect(all).toEqual({
    at: auth.clock.now().toISOString(),
    versions: { [auth.adminId]: 1, [user.id]: 1, [other.id]: 1 },
    revoked: [],
    ended: [],
    kept: [],
  });

  await auth.advance(second);
  const { id, fname, lname, email } = user;
  await auth.admin.call(updateAgent, { params: { id }, body: { fname, lname, email, banned: 1 } });
  expect((await ask(all.at)).versions).toEqual({ [id]: 2 });
  await auth.advance(second);
  const later = await ask(auth.clock.now().toISOString());
  expect(later).toMatchObject({ versions: {}, revoked: [], kept: [] });
});

test('names tokens signed out until they would have expired by themselves', async () => {
  const { token, client } = await auth.newUser();
  const { jti, exp } = claimsOf(token);
  await client.call(signOut, {});
  expect((await ask()).revoked).toEqual([{ jti, exp }]);
  await auth.advance(12 * 3600 * second);
  expect((await ask()).revoked).toEqual([]);
});
