import { signIn } from '@crm/contracts/http/auth.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { startAuth, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterAll(() => auth.stop());

async function attacks() {
  await auth.service.auditIdle();
  await auth.signInAdmin();
  return (await auth.admin.call(getSystemPart, { params: { service: 'auth' } })).answer.sign_in_attacks;
}

test('sign-ins that are refused in numbers are told of, wrong ones and limited ones, until an hour is over', async () => {
  const email = uniqueEmail('victim');
  const guess = (number: number) =>
    auth.stranger.call(
      signIn,
      { body: { email, password: `guess ${String(number)}` } },
      { 'x-forwarded-for': '198.51.100.7' },
    );
  expect(await attacks()).toEqual([]);
  const first_at = auth.clock.now().toISOString();
  const statuses = new Set<number>();
  for (let number = 0; number < 100; number += 1) statuses.add((await guess(number)).status);
  expect([...statuses]).toEqual([401, 429]);
  const found = await attacks();
  expect(found).toMatchObject([
    { by: 'network', name: '198.51.100.7', refused: 100, first_at },
    { by: 'account', name: email, refused: 100, first_at },
  ]);
  await auth.advance(3_600_000);
  expect(await attacks()).toEqual([]);
});
