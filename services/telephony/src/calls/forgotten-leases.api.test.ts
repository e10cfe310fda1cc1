import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { Types } from 'mongoose';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { startFakeCarrier, type FakeCarrier } from '../test/fake-carrier.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';
import { freeLeases, leaseOf, shareLeases, takeLeases } from './leases.js';
import { sweepCalls } from './sweep-worker.js';

let carrier: FakeCarrier;
let server: TelephonyServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  // The sweeps here are the test's own.
  server = await startTelephony({ CARRIER_URL: carrier.url, SWEEP_MS: '3600000' });
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});
beforeEach(async () => {
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const keysOf = () => [leaseOf.user(agent.user.id), leaseOf.number(lead.phones[0] ?? '')];
const taken = () => server.service.ctx.callLeases.countDocuments({ _id: { $in: keysOf() } });

let calls = 0;
/** A call as the agent's browser makes it; answers its id. */
async function connect(): Promise<string> {
  const { text } = await server.hook('/tw/voice/client', {
    CallSid: `CA${(calls += 1).toString(16).padStart(32, 'e')}`,
    From: `client:user_${agent.user.id}`,
    number: lead.phones[0] ?? '',
    lead_id: lead.lead_id,
    user_id: agent.user.id,
    callType: 'single',
  });
  return /\/tw\/dial\/([0-9a-f]{24})/.exec(text)?.[1] ?? '';
}

async function sweepAfter(ms: number): Promise<void> {
  server.clock.advance(ms);
  await subscribeSessions(server.service.sessions);
  await sweepCalls(server.service.ctx);
}

test('what a process took for a call and died before keeping it is free after a minute and a half', async () => {
  await takeLeases(server.service.ctx, new Types.ObjectId(), keysOf());
  await sweepAfter(60_000);
  expect(await taken()).toBe(2);
  await sweepAfter(31_000);
  expect(await taken()).toBe(0);
  expect(await connect()).not.toBe('');
});

test('what a process that died left taken by a call that is over is free again', async () => {
  const cid = await connect();
  await server.service.ctx.callDocs.updateOne(
    { _id: new Types.ObjectId(cid) },
    { $set: { state: 'ended', lookAt: null } },
  );
  expect(await taken()).toBe(2);
  await sweepAfter(91_000);
  expect(await taken()).toBe(0);
});

test('a call that goes on keeps what it has, however long', async () => {
  const cid = await connect();
  // What the carrier says of it is another matter.
  await server.service.ctx.callDocs.updateOne({ _id: new Types.ObjectId(cid) }, { $set: { lookAt: null } });
  await sweepAfter(20 * 60_000);
  expect(await taken()).toBe(2);
});

test('what two calls shared by turns is the other one’s once one is over, and nobody’s after both', async () => {
  const { ctx } = server.service;
  const [one, other] = [new Types.ObjectId(), new Types.ObjectId()];
  const keys = [leaseOf.user(agent.user.id)];
  const holders = () => ctx.callLeases.find({ _id: { $in: keys } }).lean();
  for (const call of [one, other, one]) await shareLeases(ctx, call, keys);
  await freeLeases(ctx, one);
  expect((await holders()).map(({ call_id }) => call_id)).toEqual([other]);
  await freeLeases(ctx, other);
  expect(await holders()).toEqual([]);
});
