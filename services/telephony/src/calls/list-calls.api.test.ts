import { leadDeleted, leadStatusChanged } from '@crm/contracts/bus/events.js';
import { calls as resource, exportCalls } from '@crm/contracts/resources/call.js';
import { timelineOfCalls } from '@crm/contracts/http/timeline.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { Types } from 'mongoose';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';
import { insertCall, newCall, refusedCall, type NewCall } from './new-call.js';

let server: TelephonyServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startTelephony();
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});
afterAll(() => server.stop());

const exported = ({ token }: SignedIn, filter: string) =>
  fetch(`${server.service.url}${exportCalls.path}`, {
    method: exportCalls.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filter }),
  });

const reason = 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT';
let last = 0;
/** Saves a call of somebody to a lead, a minute after the one before. */
async function givenCall(by: SignedIn | null, given: Partial<NewCall> & { reason?: string } = {}) {
  const { ctx } = server.service;
  last += 1;
  const about: NewCall = {
    _id: new Types.ObjectId(),
    kind: 'single',
    direction: 'outbound',
    number: `+1214555${String(1_000 + last)}`,
    own_number: '',
    user_id: by === null ? null : new Types.ObjectId(by.user.id),
    lead_id: new Types.ObjectId(),
    lead_name: 'Raymond Okafor',
    startedAt: new Date(server.clock.now().getTime() + last * 60_000),
    ...given,
  };
  const call =
    given.reason === undefined
      ? newCall(ctx, {
          state: 'ended',
          outcome: 'completed',
          lookAt: null,
          endedAt: about.startedAt ?? null,
          ...about,
        })
      : refusedCall(ctx, { ...about, reason: given.reason });
  await insertCall(ctx, call);
  return { id: call._id.toHexString(), lead_id: call.lead_id?.toHexString() ?? '', number: call.number };
}

const listed = async (
  filter: object = {},
  { client }: SignedIn = agent,
  query: { sort?: string; range?: string } = {},
) => client.call(resource.calls.list, { query: { filter: JSON.stringify(filter), ...query } });
const idsOf = async (filter: object, by?: SignedIn) => (await listed(filter, by)).answer.map(({ id }) => id);

describe('the list of calls', () => {
  test('has every attempt of a user, the refused ones with their reason, the last one first', async () => {
    const someone = await server.signIn();
    const talked = await givenCall(someone);
    const refused = await givenCall(someone, { reason });
    expect((await listed({}, someone)).answer).toMatchObject([
      { id: refused.id, outcome: 'refused', reason, agent_name: someone.user.fullname, duration: 0 },
      { id: talked.id, outcome: 'completed', lead_name: 'Raymond Okafor', direction: 'outbound' },
    ]);
  });

  test('shows an agent no call of another’s, and an admin all, or those of some', async () => {
    const mine = await givenCall(agent);
    const theirs = await givenCall(other);
    const nobodys = await givenCall(null, { direction: 'inbound' });
    const own = await idsOf({});
    expect(own).toContain(mine.id);
    expect(own).not.toContain(theirs.id);
    expect(own).not.toContain(nobodys.id);
    const all = await idsOf({}, server.admin);
    expect(all).toEqual(expect.arrayContaining([mine.id, theirs.id, nobodys.id]));
    expect(await idsOf({ user_id: [other.user.id] }, server.admin)).toEqual([theirs.id]);
    const one = await agent.client.call(resource.calls.one, { params: { id: theirs.id } });
    expect(one.status).toBe(404);
    expect((await server.stranger.call(resource.calls.list, { query: {} })).refusal.code).toBe(
      'session_ended',
    );
  });

  test('finds a call by the beginning of its number or of a name of its lead', async () => {
    const someone = await server.signIn();
    const { id } = await givenCall(someone, { number: '+17375550142', lead_name: 'Ngozi Adeyemi-Clark' });
    await givenCall(someone);
    for (const q of ['(737) 555', '+1 737 555 0142', 'ngo', 'clark'])
      expect(await idsOf({ q }, someone)).toEqual([id]);
    expect(await idsOf({ q: '7375550199' }, someone)).toEqual([]);
  });

  test('is narrowed by outcome, direction and days in Los Angeles', async () => {
    const someone = await server.signIn();
    const refused = await givenCall(someone, { reason });
    const inbound = await givenCall(someone, { direction: 'inbound' });
    const old = await givenCall(someone, { startedAt: new Date('2026-11-01T06:30:00.000Z') });
    expect(await idsOf({ outcome: ['refused'] }, someone)).toEqual([refused.id]);
    expect(await idsOf({ direction: ['inbound'] }, someone)).toEqual([inbound.id]);
    // Half past eleven in the evening of October there.
    expect(await idsOf({ startedAt: { from: '2026-10-31', to: '2026-10-31' } }, someone)).toEqual([old.id]);
    expect(await idsOf({ startedAt: { from: '2026-11-01' } }, someone)).toEqual([inbound.id, refused.id]);
    expect((await listed({ startedAt: { from: 'today' } }, someone)).status).toBe(422);
    expect((await listed({ outcome: ['lost'] }, someone)).status).toBe(422);
  });

  test('hides the number where the status of the lead hides it, and loses the name of a lead that is deleted', async () => {
    const someone = await server.signIn();
    const { id, lead_id } = await givenCall(someone);
    const data = { lead_id, type_id: 2, source: 'own', user_id: someone.user.id } as const;
    await server.send(leadStatusChanged, {
      subject: `lead/${lead_id}`,
      sequence: 2,
      data: { ...data, from: 'newLead', to: 'doNotCall', premium: null, coverage: null },
    });
    expect((await listed({}, someone)).answer).toMatchObject([
      { id, number: '', lead_name: 'Raymond Okafor' },
    ]);
    await server.send(leadDeleted, { subject: `lead/${lead_id}`, sequence: 3, data });
    expect((await listed({}, someone)).answer).toMatchObject([{ id, lead_name: '' }]);
  });

  test('comes as a file with what the list has, and with nothing that a spreadsheet would calculate', async () => {
    const someone = await server.signIn();
    await givenCall(someone, { number: '+17375550161', lead_name: '=1+1' });
    const { number } = await givenCall(someone, { number: '+17375550162', reason });
    await givenCall(someone, { number: 'anonymous', lead_name: '' });
    await givenCall(other);
    const file = await exported(someone, '{}');
    expect(file.headers.get('content-type')).toContain('text/csv');
    const [head, ...rows] = (await file.text()).trim().split('\r\n');
    expect(head).toContain(
      'When (UTC),Direction,Type,Number,Lead name,Agent name,Outcome,Reason,Duration (s)',
    );
    expect(number).toBe('+17375550162');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('"No caller ID"');
    expect(rows[1]).toContain(
      `"(737) 555-0162","Raymond Okafor","${someone.user.fullname}","Not allowed","${reason}",0`,
    );
    expect(rows[2]).toContain(`"'=1+1"`);
  });

  test('is refused as the list refuses it where the filter is none', async () => {
    expect((await exported(agent, '%00')).status).toBe(422);
  });
});

describe("telephony's part of a timeline", () => {
  const timeline = (lead_id: string, before: { at: string; id: string } | null = null, limit = 10) =>
    server.internal.call(timelineOfCalls, { body: { lead_id, before, limit, kinds: ['call', 'voicemail'] } });

  test('has the calls of a lead, the newest first, page by page', async () => {
    const lead_id = new Types.ObjectId();
    const first = await givenCall(agent, { lead_id });
    const second = await givenCall(other, { lead_id, reason });
    const { answer } = await timeline(first.lead_id, null, 1);
    expect(answer.entries).toMatchObject([
      { kind: 'call', id: `call:${second.id}`, outcome: 'refused', reason, who: other.user.fullname },
    ]);
    const [shown] = answer.entries;
    if (shown === undefined) throw new Error('There is no entry');
    expect((await timeline(first.lead_id, shown)).answer.entries).toMatchObject([
      { id: `call:${first.id}`, outcome: 'completed', number: first.number },
    ]);
  });

  test('is for services alone', async () => {
    const body = { lead_id: uniqueId(), before: null, limit: 10, kinds: ['call' as const] };
    expect((await agent.client.call(timelineOfCalls, { body })).status).toBe(403);
  });
});
