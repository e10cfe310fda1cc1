import { callQuality, callStarted } from '@crm/contracts/bus/call-events.js';
import { exampleQuality } from '@crm/contracts/entities/call-quality.js';
import { rateCall, sendCallQuality, testToken } from '@crm/contracts/http/call-quality.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';

let server: TelephonyServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startTelephony();
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

let calls = 0;
const newSid = () => `CA${(calls += 1).toString(16).padStart(32, 'e')}`;

/** The agent has called the lead, and it is over. */
async function called() {
  const leg = newSid();
  const { text } = await server.hook('/tw/voice/client', {
    CallSid: leg,
    From: `client:user_${agent.user.id}`,
    number: lead.phones[0] ?? '',
    lead_id: lead.lead_id,
    user_id: agent.user.id,
    callType: 'single',
  });
  const id = /\/tw\/dial\/([0-9a-f]{24})/.exec(text)?.[1] ?? '';
  await server.hook(`/tw/dial/${id}`, { CallSid: leg, DialCallStatus: 'completed' });
  return { id, leg };
}
const told = (id: string) => server.probe.all(callQuality).filter(({ data }) => data.call_id === id);
const send = (who: SignedIn, id: string, leg = '', figures = exampleQuality) =>
  who.client.call(sendCallQuality, { params: { id }, body: { ...figures, leg } });
const rate = (
  who: SignedIn,
  id: string,
  given: { thumb: 'good' | 'bad'; issue: 'echo' | null; leg?: string },
) => who.client.call(rateCall, { params: { id }, body: { leg: '', ...given } });

test('the sound of an own call is kept beside it and told once, however often it is sent', async () => {
  const { id, leg } = await called();
  expect((await send(agent, id, leg)).status).toBe(200);
  const other = { ...exampleQuality, mos: 1.5 };
  const again = await Promise.all([send(agent, id, leg, other), send(agent, id, leg, other)]);
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
  await server.probe.waitFor(callQuality, ({ data }) => data.call_id === id);
  expect(told(id)).toMatchObject([
    {
      sequence: 1,
      subject: `call-quality/${id}:${agent.user.id}`,
      data: { user_id: agent.user.id, kind: 'single', figures: exampleQuality, thumb: null, issue: null },
    },
  ]);
  const [kept] = await server.service.ctx.callQualities.find({ user_id: agent.user.id }).lean();
  expect(kept).toMatchObject({ figures: exampleQuality, version: 1 });
});

test('two deliveries at the same time make one of it', async () => {
  const { id } = await called();
  const both = await Promise.all([send(agent, id), send(agent, id)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await server.probe.waitFor(callQuality, ({ data }) => data.call_id === id);
  expect(told(id)).toHaveLength(1);
});

test('a thumb may come before the figures, and be changed; the same again is told no second time', async () => {
  const { id, leg } = await called();
  await rate(agent, id, { thumb: 'bad', issue: null, leg });
  await send(agent, id, leg);
  await rate(agent, id, { thumb: 'bad', issue: 'echo', leg });
  await rate(agent, id, { thumb: 'bad', issue: 'echo', leg });
  // Nothing was wrong with a good one.
  await rate(agent, id, { thumb: 'good', issue: 'echo', leg });
  await server.probe.waitFor(callQuality, ({ data }) => data.call_id === id && data.thumb === 'good');
  expect(
    told(id).map(({ sequence, data: { figures, thumb, issue } }) => [
      sequence,
      figures !== null,
      thumb,
      issue,
    ]),
  ).toEqual([
    [1, false, 'bad', null],
    [2, true, 'bad', null],
    [3, true, 'bad', 'echo'],
    [4, true, 'good', null],
  ]);
});

test('a call of somebody else is as unknown as one that is not there; whose line was in it knows its id', async () => {
  const { id, leg } = await called();
  const other = await server.signIn();
  const unknown = '66f0a1b2c3d4e5f601020999';
  for (const denied of [
    send(other, id),
    send(other, id, newSid()),
    rate(other, id, { thumb: 'bad', issue: null }),
    send(agent, unknown, leg),
    rate(agent, unknown, { thumb: 'good', issue: null, leg }),
  ])
    expect((await denied).status).toBe(404);
  expect(await server.service.ctx.callQualities.countDocuments({ user_id: other.user.id })).toBe(0);
  // As after a call that was handed over: the line was theirs, and what is kept is their own part.
  expect((await send(other, id, leg)).status).toBe(200);
  await server.probe.waitFor(
    callQuality,
    ({ data }) => data.call_id === id && data.user_id === other.user.id,
  );
});

test.each([
  ['no score', { ...exampleQuality, mos: 0 }],
  ['more packets lost than there were', { ...exampleQuality, loss: 101 }],
  ['not measured', { ...exampleQuality, samples: 0 }],
])('figures that cannot be are refused: %s', async (_what, figures) => {
  const { id, leg } = await called();
  expect((await send(agent, id, leg, figures)).status).toBe(422);
  expect(told(id)).toEqual([]);
});

test('nobody signed in, nothing kept', async () => {
  const { id } = await called();
  const body = { ...exampleQuality, leg: '' };
  expect((await server.stranger.call(sendCallQuality, { params: { id }, body })).status).toBe(403);
  expect((await server.stranger.call(testToken, {})).status).toBe(403);
});

const granted = z.object({
  grants: z.object({
    identity: z.string(),
    voice: z.object({ outgoing: z.object({ application_sid: z.string() }) }),
  }),
});

test('a test call listens to a sentence, is no call of ours, and rings nobody', async () => {
  const { answer } = await agent.client.call(testToken, {});
  expect(answer).toMatchObject({ identity: `test_${agent.user.id}`, ttl: 120, provider: 'sim' });
  const { grants } = granted.parse(jwt.decode(answer.token));
  expect(grants.identity).toBe(answer.identity);
  const started = server.probe.all(callStarted).length;
  const CallSid = newSid();
  const { status, text } = await server.hook('/tw/voice/client', {
    CallSid,
    From: `client:${answer.identity}`,
  });
  expect(status).toBe(200);
  expect(text).toContain('<Say>This is a test of your connection.</Say>');
  expect(text).not.toContain('<Dial');
  expect(text).toMatch(/<Hangup\/><\/Response>$/);
  // Whatever it says of itself: a test stays one.
  const { text: disguised } = await server.hook('/tw/voice/client', {
    ...{ CallSid: newSid(), From: `client:${answer.identity}`, user_id: agent.user.id, callType: 'single' },
    ...{ number: lead.phones[0] ?? '', lead_id: lead.lead_id },
  });
  expect(disguised).toBe(text);
  expect(await server.service.ctx.callDocs.countDocuments({ origin_sid: CallSid })).toBe(0);
  expect(server.probe.all(callStarted)).toHaveLength(started);
});
