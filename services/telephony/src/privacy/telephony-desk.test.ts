import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import type { Person, PersonRecords } from '@crm/contracts/http/privacy.js';
import { nothing, numberAt, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import type { SignedIn } from '../test/telephony-server.js';
import { telephonyDesk } from './telephony-desk.js';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow.stop());

let agent: SignedIn;
let device: AgentDevice;
let lead: LeadToCall;
beforeEach(async () => {
  agent = await flow.server.signIn();
  device = await flow.device(agent);
  lead = flow.leadAt(undefined, { user_id: agent.user.id });
});
afterEach(async () => {
  expect(await flow.leftOver()).toEqual(nothing);
});

const desk = () => telephonyDesk(flow.server.service.ctx);
const personOf = ({ lead_id, phones }: LeadToCall): Person => ({ phones, emails: [], lead_ids: [lead_id] });
const stranger = (phone: string): Person => ({ phones: [phone], emails: [], lead_ids: [] });
/** What still has events to tell stays until they are told. */
async function erased(person: Person) {
  await flow.ask(flow.server.service.drainOutbox());
  return flow.ask(desk().erase(person));
}
const itemsOf = (records: readonly PersonRecords[], kind: PersonRecords['kind']) =>
  records.find((each) => each.kind === kind)?.items ?? [];
async function collected(person: Person) {
  const records = await flow.ask(desk().collect(person));
  return (kind: PersonRecords['kind']) => itemsOf(records, kind);
}
async function rings(from: string, plan: { vmSeconds?: number; talkFor?: number }) {
  flow.sim.control.inboundCall({ from, to: agent.user.twilio_phone, ...plan });
  await flow.settled();
}
const atCarrier = () => flow.sim.control.state().recordings.map(({ recordingSid }) => recordingSid);
const emptied = { calls: 0, recordings: 0, voicemails: 0, missed_calls: 0, dialled: 0 };

test('a call with its recording is handed out, and erased at the carrier too', async () => {
  const before = atCarrier();
  await rings(lead.phones[0] ?? '', { talkFor: 40 });
  expect(atCarrier()).toHaveLength(before.length + 1);
  const of = await collected(personOf(lead));
  expect(of('calls')).toMatchObject([
    {
      direction: 'inbound',
      number: lead.phones[0],
      our_number: agent.user.twilio_phone,
      outcome: 'completed',
    },
  ]);
  expect(of('recordings')).toMatchObject([{ seconds: 40, with: agent.user.fullname }]);
  expect(await erased(personOf(lead))).toEqual({
    counts: { ...emptied, calls: 1, recordings: 1 },
    isWhole: true,
  });
  expect(atCarrier()).toEqual(before);
  expect(await flow.callsOf(lead)).toEqual([]);
  expect(await erased(personOf(lead))).toEqual({ counts: emptied, isWhole: true });
});

test('audio of a sale ends first, then its recordings, then the calls', async () => {
  await rings(lead.phones[0] ?? '', { talkFor: 40 });
  const expired = async (ended: RetentionClass) => {
    await flow.ask(flow.server.service.drainOutbox());
    const { counts, isWhole } = await flow.ask(desk().expire(personOf(lead), ended));
    expect(isWhole).toBe(true);
    return counts;
  };
  expect(await expired('sale-audio')).toEqual({ recordings: 1, voicemails: 0 });
  const of = await collected(personOf(lead));
  expect(of('recordings')).toMatchObject([{ seconds: 40, sha256: null }]);
  expect(await expired('sale-audio')).toEqual({ recordings: 0, voicemails: 0 });
  expect(await expired('sale-recordings')).toEqual({ recordings: 1, voicemails: 0 });
  expect(await flow.callsOf(lead)).toHaveLength(1);
  expect(await expired('enrolment')).toEqual({ ...emptied, calls: 1 });
  expect(await flow.callsOf(lead)).toEqual([]);
});

test('a call that is under way is left until it is over', async () => {
  device.call(lead);
  await flow.settled();
  expect(await erased(personOf(lead))).toMatchObject({ counts: { calls: 0 }, isWhole: false });
  expect(await flow.callsOf(lead)).toHaveLength(1);
  device.hangUp();
  await flow.settled();
  expect(await erased(personOf(lead))).toMatchObject({ counts: { calls: 1 }, isWhole: true });
});

test('a voicemail of a number that no lead has is found by the number', async () => {
  device.manner = 'rejects';
  const number = numberAt('99');
  await rings(number, { vmSeconds: 8 });
  const of = await collected(stranger(number));
  expect([of('voicemails'), of('missed_calls'), of('calls')]).toMatchObject([
    [{ number, seconds: 8 }],
    [{ number }],
    [{ number }],
  ]);
  expect(await erased(stranger(number))).toEqual({
    counts: { ...emptied, calls: 1, voicemails: 1, missed_calls: 1 },
    isWhole: true,
  });
});

test('what belongs to another lead at the same number stays', async () => {
  await rings(lead.phones[0] ?? '', { talkFor: 5 });
  expect(await erased(stranger(lead.phones[0] ?? ''))).toEqual({ counts: emptied, isWhole: true });
  const of = await collected(stranger(lead.phones[0] ?? ''));
  expect(of('calls')).toEqual([]);
  expect(await flow.callsOf(lead)).toHaveLength(1);
});

test('a carrier that refuses keeps the recording here as well, to be tried again', async () => {
  await rings(lead.phones[0] ?? '', { talkFor: 12 });
  const { ctx } = flow.server.service;
  const forget = ctx.forgetRecording;
  ctx.forgetRecording = () => Promise.reject(new Error('The carrier does not answer'));
  await expect(erased(personOf(lead))).rejects.toThrow('The carrier does not answer');
  ctx.forgetRecording = forget;
  expect((await collected(personOf(lead)))('recordings')).toHaveLength(1);
  expect(await erased(personOf(lead))).toMatchObject({ counts: { calls: 1, recordings: 1 }, isWhole: true });
});
