import {
  callDequeued,
  callEnded,
  callMissed,
  callQueued,
  callStarted,
  callbackOffered,
  voicemailReceived,
} from '@crm/contracts/bus/call-events.js';
import { settingsUpdated, userPresenceChanged } from '@crm/contracts/bus/events.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import { declineCallback, getCallbackOffer } from '@crm/contracts/http/callbacks.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { openingHours, openingHoursId, type OpeningHours } from '@crm/contracts/resources/opening-hours.js';
import { daily } from '@crm/contracts/resources/week-hours.js';
import { uniquePhone } from '@crm/platform/testing/unique.js';
import { waitingCalls } from '../incoming/waiting-calls.js';
import { nothing, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import { tooEarly, allowed } from '../test/fake-services.js';
import type { SignedIn } from '../test/telephony-server.js';

let flow: Flow;
let shared: string;
let agent: SignedIn;
let device: AgentDevice;
/** Whoever the agent talks to while others call. */
let other: LeadToCall;
let sequence = 10;

beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow.stop());
beforeEach(async () => {
  const { server } = flow;
  shared = uniquePhone();
  const settings = { ...exampleSettings, default_phone: shared, assignment: 1 as const };
  await server.send(settingsUpdated, { sequence: (sequence += 1), data: settings });
  await setHours({});
  agent = await server.signIn();
  device = await flow.device(agent);
  other = flow.leadAt(undefined, { user_id: agent.user.id });
  server.leads.suitable = [agent.user.id];
  server.leads.permit = () => allowed;
  server.leads.asked = [];
});
afterEach(async () => {
  flow.server.leads.suitable = [];
  expect(await waiting()).toEqual([]);
  expect(await flow.leftOver()).toEqual(nothing);
});

async function setHours(given: Partial<OpeningHours>) {
  const { client } = flow.server.admin;
  const params = { id: openingHoursId } as const;
  const read = (await flow.ask(client.call(openingHours.calls.one, { params }))).answer;
  const usual = { hours: daily('00:00', '24:00'), closed_days: [], closed_text: '', max_wait: 10 };
  const { id: _id, ...body } = { ...read, ...usual, offer_callback: 1 as const, ...given };
  const answer = await flow.ask(client.call(openingHours.calls.change, { params, body }));
  expect(answer.status).toBe(200);
}

const presence = (who: SignedIn, given: { online: 0 | 1; active: 0 | 1; in_call: 0 | 1 }) =>
  flow.ask(
    flow.server.send(userPresenceChanged, {
      subject: `user/${who.user.id}/presence`,
      sequence: (sequence += 1),
      data: { user_id: who.user.id, AD_status: 0, agents: 0, ...given },
    }),
  );

/** The agent talks to somebody else; auth tells everybody. */
async function isBusy(who = agent, line = device, lead = other) {
  line.call(lead);
  await flow.settled();
  await presence(who, { online: 0, active: 1, in_call: 1 });
}
async function isFree(who = agent, line = device) {
  line.hangUp();
  await flow.settled();
  await presence(who, { online: 1, active: 1, in_call: 0 });
  await flow.settled();
}

const numberOf = ({ phones: [number = ''] }: LeadToCall) => number;
/** The lead's number calls the number of all. */
async function rings(
  lead: LeadToCall,
  plan: { vmSeconds?: number; hangAfter?: number; talkFor?: number } = {},
) {
  const { callSid } = flow.sim.control.inboundCall({ from: numberOf(lead), to: shared, ...plan });
  await flow.settled();
  return callSid;
}

const about = <D extends { number: string }>(lead: LeadToCall, messages: readonly { data: D }[]) =>
  messages.map(({ data }) => data).filter(({ number }) => number === numberOf(lead));
const queued = (lead: LeadToCall) => about(lead, flow.server.probe.all(callQueued));
const dequeued = (lead: LeadToCall) => about(lead, flow.server.probe.all(callDequeued));
const missed = (lead: LeadToCall) => about(lead, flow.server.probe.all(callMissed));
const left = (lead: LeadToCall) => about(lead, flow.server.probe.all(voicemailReceived));
const waiting = async () =>
  (await flow.ask(waitingCalls(flow.server.service.ctx))).map(({ number, position, kind }) => [
    number,
    position,
    kind,
  ]);
const callOf = async (lead: LeadToCall) => (await flow.callsOf(lead)).at(-1);
/** What a line was told to say, in order. */
const said = (callSid: string) =>
  flow.sim.control
    .trace()
    .filter(({ kind, details }) => kind === 'twiml' && details['callSid'] === callSid)
    .flatMap(({ details }) =>
      [...String(details['twiml']).matchAll(/<Say[^>]*>([^<]*)/g)].map(([, text]) => text),
    );
const offersTo = (who: SignedIn) =>
  flow.server.probe
    .all(callbackOffered)
    .filter(({ data }) => data.user_id === who.user.id)
    .map(({ data }) => data.offer?.number ?? null);
const freeLead = (given?: Partial<LeadToCall>) => flow.leadAt(undefined, given);

test('who calls while all are busy waits, is told their place, and is put to the agent who becomes free', async () => {
  await isBusy();
  const [first, second] = [freeLead(), freeLead()];
  const lines = [await rings(first), await rings(second)];
  expect(await waiting()).toEqual([
    [numberOf(first), 1, 'caller'],
    [numberOf(second), 2, 'caller'],
  ]);
  expect(said(lines[0] ?? '')[0]).toContain('All our agents are busy');
  await flow.pass(5_000);
  expect(said(lines[1] ?? '')).toContain('You are number 2 in the queue.');
  await flow.pass(40_000);
  const told = said(lines[1] ?? '').filter((text) => text?.startsWith('You are number'));
  expect(told.length).toBeGreaterThan(1);
  await isFree();
  expect(await callOf(first)).toMatchObject({ state: 'talking' });
  expect(await waiting()).toEqual([[numberOf(second), 1, 'caller']]);
  await flow.pass(40_000);
  expect(said(lines[1] ?? '').at(-2)).toBe('You are number 1 in the queue.');
  await isFree();
  expect(await callOf(second)).toMatchObject({ state: 'talking' });
  device.hangUp();
  await flow.settled();
  expect(dequeued(first)).toMatchObject([{ reason: 'answered', user_id: agent.user.id }]);
  expect(dequeued(second)).toMatchObject([{ reason: 'answered', user_id: agent.user.id }]);
  // Both were greeted and heard their places for the time that they waited.
  expect(dequeued(first)[0]?.seconds).toBeGreaterThanOrEqual(45);
  expect([...missed(first), ...missed(second)]).toEqual([]);
});

test('who speaks Spanish waits, is called back and is asked for a message in Spanish', async () => {
  await isBusy();
  const [back, waits] = [freeLead({ language: 'es' }), freeLead({ language: 'es' })];
  const line = await rings(back);
  await flow.pass(3_000);
  flow.sim.control.press({ callSid: line, keys: '1' });
  await flow.pass(15_000);
  expect(said(line)[0]).toContain('Todos nuestros agentes están ocupados.');
  expect(said(line)).toContain('Usted es el número 1 en la fila.');
  expect(said(line)).toContain('Oprima 1 para conservar su lugar y que le devolvamos la llamada.');
  expect(said(line).at(-1)).toMatch(/^Le devolveremos la llamada al [\d, ]+\. /);
  expect(await waiting()).toEqual([[numberOf(back), 1, 'callback']]);
  const closed = { hours: Array.from({ length: 7 }, () => null), closed_text: 'We are closed.' };
  await setHours({ ...closed, closed_text_es: 'Estamos cerrados.' });
  await flow.pass(60_000);
  expect(said(await rings(waits, { vmSeconds: 6 }))).toEqual(['Estamos cerrados.']);
  await flow.pass(10_000);
  expect(left(waits)).toHaveLength(1);
  device.hangUp();
  await flow.settled();
});

test('who is answered at once was in the queue for no time', async () => {
  const lead = freeLead();
  await rings(lead, { talkFor: 30 });
  expect(queued(lead)).toMatchObject([{ kind: 'caller', lead_id: lead.lead_id }]);
  expect(dequeued(lead)).toMatchObject([{ reason: 'answered', seconds: 0, user_id: agent.user.id }]);
  expect(await callOf(lead)).toMatchObject({ outcome: 'completed' });
});

test('who hangs up in the queue is missed, and abandoned', async () => {
  await isBusy();
  const lead = freeLead();
  await rings(lead, { hangAfter: 40 });
  await flow.pass(60_000);
  expect(dequeued(lead)).toMatchObject([{ reason: 'abandoned', seconds: 40, user_id: null }]);
  expect(missed(lead)).toMatchObject([{ callback: false, user_id: 0 }]);
  expect(await callOf(lead)).toMatchObject({ state: 'ended', outcome: 'canceled' });
  await isFree();
  device.hangUp();
});

test('an agent who lets it ring is not asked again for a minute; another one who comes takes it', async () => {
  device.manner = 'ignores';
  const lead = freeLead();
  const line = await rings(lead);
  await flow.pass(30_000);
  expect(await waiting()).toEqual([[numberOf(lead), 1, 'caller']]);
  const invites = () => device.line.heard.filter(({ type }) => type === 'invite').length;
  expect(invites()).toBe(1);
  const colleague = await flow.server.signIn();
  const theirs = await flow.device(colleague);
  flow.server.leads.suitable = [agent.user.id, colleague.user.id];
  await presence(colleague, { online: 1, active: 1, in_call: 0 });
  await flow.settled();
  expect(await callOf(lead)).toMatchObject({ state: 'talking' });
  expect(invites()).toBe(1);
  theirs.hangUp();
  await flow.settled();
  expect(dequeued(lead)).toMatchObject([{ reason: 'answered', user_id: colleague.user.id }]);
  expect(said(line)).toContain('You are number 1 in the queue.');
});

test('an agent who let it ring is asked again after a minute', async () => {
  device.manner = 'ignores';
  const lead = freeLead();
  await rings(lead);
  await flow.pass(30_000);
  device.manner = 'accepts';
  await flow.pass(80_000);
  expect(await callOf(lead)).toMatchObject({ state: 'talking' });
  device.hangUp();
  await flow.settled();
  expect(missed(lead)).toEqual([]);
});

test('who waits longer than the limit leaves a voicemail, and is missed once', async () => {
  await setHours({ max_wait: 2 });
  await isBusy();
  const lead = freeLead();
  const line = await rings(lead, { vmSeconds: 8 });
  await flow.pass(180_000);
  expect(dequeued(lead)).toMatchObject([{ reason: 'timeout' }]);
  expect([120, 121]).toContain(dequeued(lead)[0]?.seconds);
  expect(missed(lead)).toHaveLength(1);
  expect(left(lead)).toMatchObject([{ duration: 8 }]);
  expect(said(line).at(-1)).toContain('Please leave a message');
  device.hangUp();
  await flow.settled();
});

test('who presses 1 keeps their place and is called back in turn by the agent who becomes free', async () => {
  await isBusy();
  const [first, second] = [freeLead(), freeLead()];
  const line = await rings(first);
  await flow.pass(3_000);
  flow.sim.control.press({ callSid: line, keys: '1' });
  await flow.pass(15_000);
  await rings(second);
  expect(said(line).at(-1)).toMatch(/^We will call you back on .* You keep your place/);
  expect(await callOf(first)).toMatchObject({ state: 'ended' });
  expect(missed(first)).toEqual([]);
  expect(await waiting()).toEqual([
    [numberOf(first), 1, 'callback'],
    [numberOf(second), 2, 'caller'],
  ]);
  expect(queued(first).map(({ kind }) => kind)).toEqual(['caller', 'callback']);

  await isFree();
  expect(offersTo(agent)).toEqual([numberOf(first)]);
  const { answer } = await flow.ask(agent.client.call(getCallbackOffer, {}));
  expect(answer.offer).toMatchObject({ number: numberOf(first), lead_id: first.lead_id });
  expect(flow.server.leads.asked.at(-1)).toMatchObject({ phone: numberOf(first), user_id: agent.user.id });
  // While the agent is asked, nobody else is put to them.
  expect(await callOf(second)).toMatchObject({ state: 'dialing' });
  device.call(first);
  await flow.settled();
  expect(dequeued(first)).toMatchObject([{ reason: 'callback', kind: 'callback' }]);
  expect(offersTo(agent)).toEqual([numberOf(first), null]);
  expect(missed(first)).toEqual([]);
  await isFree();
  expect(await callOf(second)).toMatchObject({ state: 'talking' });
  device.hangUp();
  await flow.settled();
});

test('a callback that an agent does not take is the next one’s after half a minute, or at once where they say so', async () => {
  await isBusy();
  const lead = freeLead();
  const line = await rings(lead);
  await flow.pass(3_000);
  flow.sim.control.press({ callSid: line, keys: '1' });
  await flow.pass(15_000);
  const colleague = await flow.server.signIn({ online: 0, active: 0 });
  flow.server.leads.suitable = [agent.user.id, colleague.user.id];
  await isFree();
  expect(offersTo(agent)).toEqual([numberOf(lead)]);
  await presence(colleague, { online: 1, active: 1, in_call: 0 });
  await flow.pass(35_000);
  expect(offersTo(agent)).toEqual([numberOf(lead), null]);
  expect(offersTo(colleague)).toEqual([numberOf(lead)]);
  const decline = () =>
    flow.ask(
      colleague.client.call(declineCallback, {
        params: { id: flow.server.probe.all(callbackOffered).at(-1)?.data.offer?.call_id ?? '' },
      }),
    );
  const call_id = (await callOf(lead))?._id.toHexString() ?? '';
  // Somebody else's offer is not theirs to decline.
  await flow.ask(agent.client.call(declineCallback, { params: { id: call_id } }));
  expect(offersTo(colleague)).toEqual([numberOf(lead)]);
  expect((await decline()).status).toBe(200);
  await flow.settled();
  expect(offersTo(colleague)).toEqual([numberOf(lead), null]);
  // The third who does not take it is the last: it is in the list of missed calls.
  await flow.pass(120_000);
  expect(missed(lead)).toMatchObject([{ callback: true }]);
  expect(dequeued(lead)).toMatchObject([{ reason: 'timeout', kind: 'callback' }]);
});

test('a callback that may not be made now is offered to nobody, and is missed', async () => {
  await isBusy();
  const lead = freeLead();
  const line = await rings(lead);
  await flow.pass(3_000);
  flow.sim.control.press({ callSid: line, keys: '1' });
  await flow.pass(15_000);
  flow.server.leads.permit = () => tooEarly;
  await isFree();
  await flow.pass(240_000);
  expect(offersTo(agent)).toEqual([]);
  expect(missed(lead)).toMatchObject([{ callback: true }]);
});

test('at closing time whoever waits leaves a voicemail, and a callback is a missed call', async () => {
  const now = flow.sim.clock.now();
  const inMinutes = (minutes: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Los_Angeles',
      hour: '2-digit',
      minute: '2-digit',
    }).format(now.getTime() + minutes * 60_000);
  await setHours({ hours: daily('00:00', inMinutes(3)), closed_text: 'We are closed until tomorrow.' });
  await isBusy();
  const [back, waits] = [freeLead(), freeLead()];
  const line = await rings(back);
  await flow.pass(3_000);
  flow.sim.control.press({ callSid: line, keys: '1' });
  await flow.pass(15_000);
  const second = await rings(waits, { vmSeconds: 5 });
  await flow.pass(240_000);
  expect(dequeued(back)).toMatchObject([{ reason: 'closed', kind: 'callback' }]);
  expect(missed(back)).toMatchObject([{ callback: true }]);
  expect(dequeued(waits)).toMatchObject([{ reason: 'closed', kind: 'caller' }]);
  expect(said(second).at(-1)).toBe('We are closed until tomorrow.');
  expect(left(waits)).toHaveLength(1);
  device.hangUp();
  await flow.settled();
});

test('outside of the opening hours and on a holiday nobody waits; an agent’s own number rings all the same', async () => {
  const closed = { hours: Array.from({ length: 7 }, () => null), closed_text: 'We are closed.' };
  await setHours(closed);
  const lead = freeLead();
  const line = await rings(lead, { vmSeconds: 6 });
  await flow.pass(10_000);
  expect(said(line)).toEqual(['We are closed.']);
  expect([queued(lead), missed(lead).length, left(lead).length]).toEqual([[], 1, 1]);

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(
    flow.sim.clock.now(),
  );
  await setHours({ closed_days: [today], closed_text: 'Happy holidays.' });
  const second = freeLead();
  expect(said(await rings(second, { vmSeconds: 6 }))).toEqual(['Happy holidays.']);
  await flow.pass(10_000);

  await setHours(closed);
  const direct = freeLead();
  flow.sim.control.inboundCall({ from: numberOf(direct), to: agent.user.twilio_phone, talkFor: 5 });
  await flow.settled();
  expect(await callOf(direct)).toMatchObject({ outcome: 'completed' });
});

test('where nobody is at work who could take it the caller leaves a voicemail at once', async () => {
  await presence(agent, { online: 0, active: 0, in_call: 0 });
  const lead = freeLead();
  await rings(lead, { vmSeconds: 6 });
  await flow.pass(10_000);
  expect([queued(lead), missed(lead).length, left(lead).length]).toEqual([[], 1, 1]);
});

test('who was talked to lately reaches that agent first, as long as the lead is theirs to work', async () => {
  const colleague = await flow.server.signIn();
  const theirs = await flow.device(colleague);
  flow.server.leads.suitable = [colleague.user.id, agent.user.id];
  const lead = freeLead();
  device.call(lead);
  await flow.settled();
  device.hangUp();
  await flow.settled();
  await rings(lead, { talkFor: 10 });
  const invites = (line: AgentDevice) => line.line.heard.filter(({ type }) => type === 'invite').length;
  expect([invites(device), invites(theirs)]).toEqual([1, 0]);
  // It is the colleague's since: nobody else may work it.
  Object.assign(lead, { user_id: colleague.user.id, version: 2 });
  await flow.ask(flow.server.service.ctx.leadAccess.deleteMany({}));
  await rings(lead, { talkFor: 10 });
  expect([invites(device), invites(theirs)]).toEqual([1, 1]);
});

test('a caller whose own agent is busy waits for them, and nobody else is rung', async () => {
  const colleague = await flow.server.signIn();
  const theirs = await flow.device(colleague);
  flow.server.leads.suitable = [colleague.user.id];
  await isBusy();
  const lead = flow.leadAt(undefined, { user_id: agent.user.id });
  await rings(lead, { talkFor: 10 });
  expect(await waiting()).toEqual([[numberOf(lead), 1, 'caller']]);
  await isFree();
  expect(dequeued(lead)).toMatchObject([{ reason: 'answered', user_id: agent.user.id }]);
  expect(theirs.line.heard.filter(({ type }) => type === 'invite')).toEqual([]);
  // The agent is in a call from when they took it.
  const started = flow.server.probe.all(callStarted).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(started).toMatchObject([{ data: { user_id: null } }]);
  const ended = flow.server.probe.all(callEnded).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(ended).toMatchObject([{ data: { user_id: agent.user.id, duration: 10 } }]);
});

test('somebody who hides their number waits too, and is offered no callback', async () => {
  await flow.server.service.ctx.statePhones.updateOne({ _id: 'NV' }, { $set: { phone: shared } });
  await isBusy();
  const { callSid } = flow.sim.control.inboundCall({ from: 'anonymous', to: shared, hangAfter: 60 });
  await flow.settled();
  expect(said(callSid)).toContain('You are number 1 in the queue.');
  expect(said(callSid).join(' ')).not.toContain('Press 1');
  expect(() => {
    flow.sim.control.press({ callSid, keys: '1' });
  }).toThrow();
  device.hangUp();
  await flow.settled();
});

test('a process that dies loses nobody: who waits is put to the next agent by the one that comes after it', async () => {
  await isBusy();
  const [caller, back] = [freeLead(), freeLead()];
  const line = await rings(back);
  await flow.pass(3_000);
  flow.sim.control.press({ callSid: line, keys: '1' });
  await flow.pass(15_000);
  await rings(caller);
  const revive = await flow.ask(flow.server.kill());
  await flow.ask(revive());
  flow.revived();
  expect(await waiting()).toEqual([
    [numberOf(back), 1, 'callback'],
    [numberOf(caller), 2, 'caller'],
  ]);
  const colleague = await flow.server.signIn();
  const theirs = await flow.device(colleague);
  flow.server.leads.suitable = [agent.user.id, colleague.user.id];
  await isFree();
  await presence(colleague, { online: 1, active: 1, in_call: 0 });
  await flow.settled();
  expect([...offersTo(agent), ...offersTo(colleague)]).toEqual([numberOf(back)]);
  expect(await callOf(caller)).toMatchObject({ state: 'talking' });
  (offersTo(agent).length > 0 ? device : theirs).call(back);
  await flow.settled();
  for (const { status, callSid } of flow.sim.control.state().calls)
    if (status === 'in-progress') flow.sim.control.hangup({ callSid });
  await flow.settled();
});

test('webhooks that come twice change nothing', async () => {
  flow.sim.control.fault({ kind: 'hook', url: '/tw/', outcome: 'duplicate', times: 100 });
  await isBusy();
  const [answered, back] = [freeLead(), freeLead()];
  await rings(answered, { talkFor: 20 });
  const line = await rings(back);
  await flow.pass(3_000);
  flow.sim.control.press({ callSid: line, keys: '1' });
  await flow.pass(15_000);
  await isFree();
  expect(dequeued(answered)).toMatchObject([{ reason: 'answered' }]);
  expect(offersTo(agent)).toEqual([numberOf(back)]);
  device.call(back);
  await flow.settled();
  device.hangUp();
  await flow.settled();
  flow.sim.control.fault({ kind: 'none' });
  expect(queued(answered)).toHaveLength(1);
  expect(dequeued(back)).toHaveLength(1);
  expect([...missed(answered), ...missed(back)]).toEqual([]);
});
