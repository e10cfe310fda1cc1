import twilio from 'twilio';
import { credentials, startApplication } from '../test/application.js';
import { AgainstInterface, checkedClient } from './checked-client.js';
import { createApiCheck } from './oascheck.js';

const check = createApiCheck();
const account = `https://api.twilio.com/2010-04-01/Accounts/${credentials.accountSid}`;

test.each([
  [
    'a field that is misspelt',
    { To: '+1', From: '+2', Url: 'https://a.example/', StatusCallBack: 'https://a.example/' },
  ],
  ['a field that is missing', { To: '+1' }],
  ['a number that is none', { To: '+1', From: '+2', Timeout: 'soon' }],
  ['a flag that is none', { To: '+1', From: '+2', Record: 'yes' }],
])('refuses %s', (_, form) => {
  expect(check.request({ method: 'POST', url: `${account}/Calls.json`, form })).toHaveLength(1);
});

test('refuses what is no operation, a query it does not know, and an answer with a field too many', () => {
  const list = { method: 'GET', url: `${account}/Calls.json?Statuss=busy` };
  expect(check.request({ method: 'GET', url: `${account}/Queues.json` })).toHaveLength(1);
  expect(check.request(list)).toHaveLength(1);
  const fetched = { method: 'GET', url: `${account}/Calls/CA${'1'.repeat(32)}.json` };
  expect(check.answer(fetched, { status: 200, body: { sid: null, colour: 'red' } })).toHaveLength(1);
  expect(check.answer(fetched, { status: 404, body: { message: 'no' } })).not.toHaveLength(0);
});

test('the library of the real carrier speaks to the simulated one, checked in both directions', async () => {
  const { sim, stop } = await startApplication();
  class LocalClient extends twilio.RequestClient {
    override request<T>(options: Parameters<InstanceType<typeof twilio.RequestClient>['request']>[0]) {
      const address = new URL(options.uri);
      const host = address.host;
      const uri = options.uri.replace(address.origin, sim.url);
      return super.request<T>({
        ...options,
        uri,
        headers: { ...options.headers, 'x-twilio-host': host },
      } as never);
    }
  }
  const { accountSid, authToken } = credentials;
  const client = twilio(accountSid, authToken, {
    httpClient: checkedClient(new LocalClient(), check),
  });
  const url = 'https://application.example/tw';
  const order = {
    to: '+13125557777',
    from: '+12145550199',
    url,
    statusCallbackEvent: ['initiated', 'completed'],
  };
  const call = await client.calls.create(order);
  expect(call.status).toBe('queued');
  expect((await client.calls(call.sid).update({ status: 'completed' })).status).toBe('canceled');
  await expect(client.calls(call.sid).update({ twiml: '<Response/>' })).rejects.toMatchObject({
    code: 21220,
  });
  expect((await client.calls.list({ to: order.to })).map(({ sid }) => sid)).toEqual([call.sid]);
  expect((await client.messages.create({ to: order.to, from: order.from, body: 'Hello' })).status).toBe(
    'queued',
  );
  const bad = { ...order, timeLimit: 1.5 };
  await expect(client.calls.create(bad)).rejects.toThrow(AgainstInterface);
  await stop();
});
