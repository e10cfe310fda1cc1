import { Types } from 'mongoose';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { startFakeCarrier, type FakeCarrier } from '../test/fake-carrier.js';
import { carrierCredentials, startTelephony, type TelephonyServer } from '../test/telephony-server.js';
import { newCall } from './new-call.js';
import { sweepCalls } from './sweep-worker.js';

const credentials = carrierCredentials();
let carrier: FakeCarrier;
let server: TelephonyServer;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  // The sweeps here are the test's own.
  server = await startTelephony({ ...credentials, CARRIER_URL: carrier.url, SWEEP_MS: '3600000' });
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

const sidOf = (line: string, n: number) => `CA${line}${String(n).padStart(31, '0')}`;
const leg = (sid: string) => ({ sid, status: 'in-progress' as const, duration: null });

test('many quiet calls are asked about page by page, and only a line that is listed no more by itself', async () => {
  const { ctx } = server.service;
  const count = 80;
  const calls = Array.from({ length: count }, (_, n) => ({
    ...newCall(ctx, {
      _id: new Types.ObjectId(),
      kind: 'single',
      direction: 'outbound',
      number: '+12145550117',
      own_number: '+12145550199',
      state: 'talking',
      connectedAt: ctx.clock.now(),
      placing: 'placed',
      legs: { agent: leg(sidOf('a', n)), customer: leg(sidOf('c', n)) },
    }),
    origin_sid: sidOf('a', n),
  }));
  await ctx.callDocs.collection.insertMany(calls);
  const gone = sidOf('c', 7);
  carrier.answer = ({ method, path }) => {
    if (method !== 'GET' || !path.startsWith('/Calls.json')) return undefined;
    // Of so many the carrier gives half, and says where the rest is.
    const isSecond = path.includes('PageToken');
    const half = isSecond ? calls.slice(count / 2) : calls.slice(0, count / 2);
    const standing = half.flatMap(({ legs }) =>
      Object.values(legs).flatMap(({ sid }) =>
        sid === gone ? [] : [{ sid, status: 'in-progress', duration: null }],
      ),
    );
    const { CARRIER_ACCOUNT_SID: account } = credentials;
    const next = `/2010-04-01/Accounts/${account}/Calls.json?Status=in-progress&PageToken=PA1`;
    return { status: 200, body: { calls: standing, next_page_uri: isSecond ? null : next } };
  };
  server.clock.advance(61_000);
  await subscribeSessions(server.service.sessions);
  expect(await sweepCalls(ctx)).toBe(count);
  const asked = carrier.requests.map(({ path }) => path.replace(/StartTime.*?(&|$)/, ''));
  expect(asked).toEqual([
    expect.stringMatching(/^\/Calls\.json\?Status=in-progress&.*PageSize=1000/),
    '/Calls.json?Status=in-progress&PageToken=PA1',
    `/Calls/${gone}.json`,
  ]);
  expect(await ctx.callDocs.countDocuments({ state: 'talking' })).toBe(count - 1);
  carrier.requests.splice(0);
  server.clock.advance(15_000);
  await sweepCalls(ctx);
  expect(carrier.requests).toHaveLength(2);
});
