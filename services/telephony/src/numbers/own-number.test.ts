import { ownNumber, updateStatePhone } from '@crm/contracts/http/state-phones.js';
import { startTelephony, type TelephonyServer } from '../test/telephony-server.js';

let server: TelephonyServer;
beforeAll(async () => {
  server = await startTelephony();
  await server.admin.client.call(updateStatePhone, {
    body: { id: 'TX', updated: { phone: '(737)555-0170' } },
  });
});
afterAll(async () => {
  await server.stop();
});

const ask = async (body: { user_id: string | null; state: 'TX' | 'WY' | null; number: string }) =>
  (await server.internal.call(ownNumber, { body })).answer.phone;

test('a customer sees the user’s own number, else the state’s, else the default', async () => {
  const agent = await server.signIn();
  const number = '+13075550117';
  expect(await ask({ user_id: agent.user.id, state: 'TX', number })).toBe(agent.user.twilio_phone);
  expect(await ask({ user_id: null, state: 'TX', number })).toBe('+17375550170');
  expect(await ask({ user_id: null, state: 'WY', number })).toBe(server.auth.settings.default_phone);
});

test('no person may ask', async () => {
  const body = { user_id: null, state: null, number: '+13075550117' };
  expect((await server.admin.client.call(ownNumber, { body })).status).toBe(403);
});
