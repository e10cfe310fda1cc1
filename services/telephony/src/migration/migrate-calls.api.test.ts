import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { migrateCalls } from '@crm/contracts/http/call-migration.js';
import { listMissedCalls, listRecordsOfLead, listVoicemailsOfLead } from '@crm/contracts/http/recordings.js';
import { timelineOfCalls } from '@crm/contracts/http/timeline.js';
import { callEnded, callMissed, voicemailReceived } from '@crm/contracts/bus/call-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { waveFile } from '../media/wave-file.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';

type Migrated = InputOf<typeof migrateCalls>['body']['calls'][number];

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

const audio = waveFile(new Int16Array(800), 8_000).toString('base64');
const made = (given: Partial<Migrated> = {}): Migrated => ({
  external_id: `office:${uniqueId()}`,
  lead_id: lead.lead_id,
  lead_name: lead.fullname,
  number: lead.phones[0] ?? '',
  user_id: agent.user.id,
  direction: 'outbound',
  outcome: 'completed',
  answered_by: null,
  at: '2026-11-18T17:00:00.000Z',
  rang: 12,
  talked: 240,
  missed: false,
  ...given,
});
const migrate = (...calls: Migrated[]) => server.internal.call(migrateCalls, { body: { calls } });
const timeline = async () =>
  (
    await server.internal.call(timelineOfCalls, {
      body: { lead_id: lead.lead_id, kinds: ['call', 'voicemail'], before: null, limit: 50 },
    })
  ).answer.entries;

test('a call of another system has its time, its talk and its recording in the timeline of its lead', async () => {
  const call = made({ recording: { audio, seconds: 240, text: 'Agent: Good morning' } });
  expect((await migrate(call)).answer).toEqual({ saved: 1, known: 0 });
  const [entry] = await timeline();
  expect(entry).toMatchObject({
    kind: 'call',
    at: call.at,
    outcome: 'completed',
    duration: 240,
    who: agent.user.fullname,
  });
  const { answer } = await agent.client.call(listRecordsOfLead, { params: { id: lead.lead_id } });
  expect(answer.records).toMatchObject([{ duration: 240, createdAt: call.at }]);
  expect(entry && 'record_id' in entry && entry.record_id).toBe(answer.records[0]?.id);
});

test('a missed one with a voicemail is in both lists, and nobody is told of it', async () => {
  const told = () => [callEnded, callMissed, voicemailReceived].flatMap((spec) => server.probe.all(spec));
  const before = told().length;
  await migrate(
    made({
      ...{ direction: 'inbound', outcome: 'no-answer', talked: 0, missed: true },
      voicemail: { audio, seconds: 9, text: 'Please call me back', read: 0 },
    }),
  );
  await server.service.drainOutbox();
  expect(told()).toHaveLength(before);
  const boss = await server.signIn({ role_id: 1 });
  const { answer: missed } = await boss.client.call(listMissedCalls, { query: {} });
  const ofLead = missed.missedCalls.filter(({ lead_id }) => lead_id === lead.lead_id);
  expect(ofLead).toMatchObject([{ number: lead.phones[0], voicemail: { duration: 9 } }]);
  const { answer } = await agent.client.call(listVoicemailsOfLead, { params: { id: lead.lead_id } });
  expect(answer.vm).toMatchObject([{ duration: 9, read: 0, text: 'Please call me back' }]);
});

test('the same again changes nothing, and goes on where a first time broke off', async () => {
  const call = made({ recording: { audio, seconds: 20, text: null } });
  const { recording: _recording, ...bare } = call;
  await migrate(call);
  expect((await migrate(call, made())).answer).toEqual({ saved: 1, known: 1 });
  expect((await migrate({ ...bare })).answer).toEqual({ saved: 0, known: 1 });
  expect(await timeline()).toHaveLength(2);
});

test('one of nobody and of no lead is taken, one of an unknown user is not', async () => {
  const stranger = { lead_id: null, lead_name: '', number: uniquePhone(), user_id: null };
  expect((await migrate(made({ ...stranger, direction: 'inbound', missed: true, talked: 0 }))).status).toBe(
    200,
  );
  expect((await migrate(made({ user_id: uniqueId() }))).status).toBe(404);
});
