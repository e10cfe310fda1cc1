import { optOutCommand } from '@crm/contracts/bus/commands.js';
import { doNotCall, getLiveCall, type LeadToCall } from '@crm/contracts/http/calling.js';
import { nothing, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import type { SignedIn } from '../test/telephony-server.js';

let flow: Flow;
let agent: SignedIn;
let device: AgentDevice;
let lead: LeadToCall;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow.stop());
beforeEach(async () => {
  agent = await flow.server.signIn();
  device = await flow.device(agent);
  lead = flow.leadAt(undefined, { user_id: agent.user.id });
});
afterEach(async () => {
  device.hangUp();
  await flow.settled();
  expect(await flow.leftOver()).toEqual(nothing);
});

const numberOf = ({ phones }: LeadToCall) => phones[0] ?? '';
const live = async () => (await flow.ask(agent.client.call(getLiveCall, {}))).answer.call;
const only = async () => {
  const [call] = await flow.callsOf(lead);
  if (call === undefined) throw new Error('There is no call of this lead');
  return call;
};
const press = async (by = agent, id?: string) =>
  flow.ask(by.client.call(doNotCall, { params: { id: id ?? (await only())._id.toHexString() } }));
const listed = () =>
  flow.server.probe
    .all(optOutCommand)
    .filter(({ data }) => data.phone === numberOf(lead))
    .map(({ data, actorid }) => ({ ...data, by: actorid }));
const twice = () =>
  (['call', 'text'] as const).map((channel) => ({
    ...{ phone: numberOf(lead), channel, how: 'agent', reason: 'Asked in the call' },
    ...{ lead_id: lead.lead_id, by: agent.user.id },
  }));
/** What the carrier was asked about the customer's line, and how long that went on after the call was over for us. */
async function farewell() {
  const calls = flow.sim.control.state().calls;
  const line = calls.find(({ from, to }) => from === numberOf(lead) || to === numberOf(lead));
  const asked = flow.sim.control
    .trace()
    .filter(
      ({ kind, text }) => kind === 'rest' && text.startsWith('POST ') && text.includes(line?.callSid ?? ''),
    );
  return {
    status: line?.status,
    asked: asked.length,
    ms: Number(line?.endedAt) - Number((await only()).endedAt),
  };
}

test.each(['single', 'conference'] as const)(
  'in a %s call the number is listed for calls and texts, the agent is free at once, the customer hears the farewell',
  async (kind) => {
    device.call(lead, kind);
    await flow.settled();
    const clicks = await Promise.all([press(), press()]);
    expect(clicks.map(({ answer }) => answer.message)).toEqual(Array(2).fill('Will not be contacted'));
    expect(await live()).toBeNull();
    await flow.settled();
    expect(await only()).toMatchObject({ state: 'ended', outcome: 'completed' });
    expect(listed()).toEqual(twice());
    const { ms, ...line } = await farewell();
    expect(line).toEqual({ status: 'completed', asked: 1 });
    expect(ms).toBeGreaterThan(2_000);
  },
);

test('in a call that came in the same', async () => {
  flow.sim.control.inboundCall({ from: numberOf(lead), to: agent.user.twilio_phone });
  await flow.settled();
  expect(await live()).toMatchObject({ state: 'talking', direction: 'inbound' });
  expect((await press()).status).toBe(200);
  expect(await live()).toBeNull();
  await flow.settled();
  expect(listed()).toEqual(twice());
  expect((await farewell()).ms).toBeGreaterThan(2_000);
});

test('where the farewell cannot be said the call is hung up; the number is listed all the same', async () => {
  device.call(lead, 'single');
  await flow.settled();
  flow.sim.control.fault({ kind: 'rest', outcome: { status: 400 } });
  expect((await press()).status).toBe(200);
  await flow.settled();
  expect(await only()).toMatchObject({ state: 'ended' });
  expect(listed()).toEqual(twice());
});

test('after the call it is listed once; nobody else’s call is there', async () => {
  device.call(lead, 'single');
  await flow.settled();
  const other = await flow.server.signIn();
  expect((await press(other)).status).toBe(404);
  device.hangUp();
  await flow.settled();
  expect(listed()).toEqual([]);
  expect((await press()).status).toBe(200);
  expect((await press()).status).toBe(200);
  await flow.settled();
  expect(listed()).toEqual(twice());
});
