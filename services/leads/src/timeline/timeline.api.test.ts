import { followupCreated, followupDeleted, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import { leadAssigned, leadStatusChanged, leadTimelineChanged } from '@crm/contracts/bus/events.js';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { exampleEventFollowup } from '@crm/contracts/entities/followup.js';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { assignLead, deleteLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { createNote } from '@crm/contracts/http/notes.js';
import { mayContact } from '@crm/contracts/http/permission.js';
import { listMessagesByKey } from '@crm/contracts/http/integration.js';
import { leadTimeline, timelineOfCalls, timelineOfMessages } from '@crm/contracts/http/timeline.js';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestServer, type TestServer } from '@crm/platform/testing/test-server.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { Types } from 'mongoose';
import { deleteLeads } from '../editing/delete-leads.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';

type CallEntry = Extract<TimelineEntry, { kind: 'call' }>;
type TextEntry = Extract<TimelineEntry, { kind: 'text' }>;
const [exampleCall, exampleText] = leadTimeline.answer.parse(leadTimeline.example.answer).entries;

/** What the services beside leads have, and what they were asked. */
const telephony = {
  entries: [] as CallEntry[],
  isAway: false,
  asked: [] as InputOf<typeof timelineOfCalls>['body'][],
};
const messaging = { entries: [] as TextEntry[], stored: [] as string[], isAway: false };
const neighbours: TestServer[] = [];
let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  // One for all: services refuse each other's tokens where their clocks are apart.
  const clock = new ManualClock();
  const calls = await startTestServer({
    service: 'telephony',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        route(timelineOfCalls, async (_actor, { body }) => {
          telephony.asked.push(body);
          if (telephony.isAway) throw unavailable('The store is out of reach');
          const { before, limit } = body;
          const found = telephony.entries.filter(({ at }) => before === null || at < before.at);
          return { entries: found.slice(0, limit) };
        }),
      ]);
    },
  });
  const messages = await startTestServer({
    service: 'messaging',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        route(timelineOfMessages, async (_actor, { body: { before, refused } }) => {
          if (messaging.isAway) throw unavailable('The store is out of reach');
          return {
            entries: messaging.entries.filter(({ at }) => before === null || at < before.at),
            stored: messaging.stored.filter((id) => refused.includes(id)),
          };
        }),
      ]);
    },
  });
  neighbours.push(calls, messages);
  server = await startLeads({ TELEPHONY_URL: calls.url, MESSAGING_URL: messages.url }, clock);
  // Friday, 11:00 in Texas.
  server.clock.set('2026-11-20T17:00:00.000Z');
});
afterAll(async () => {
  await server.stop();
  await Promise.all(neighbours.map((each) => each.close()));
});
beforeEach(async () => {
  Object.assign(telephony, { entries: [], isAway: false, asked: [] });
  Object.assign(messaging, { entries: [], stored: [], isAway: false });
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});

const timelineOf = (
  id: string,
  query: { kinds?: string; before?: string; limit?: string } = {},
  { client }: SignedIn = agent,
) => client.call(leadTimeline, { params: { id }, query });
const entriesOf = async (id: string, kinds?: string) =>
  (await timelineOf(id, kinds === undefined ? {} : { kinds })).answer.entries;
const setStatus = (id: string, status: 'contactAttempt1' | 'followUp' | 'doNotCall', by = agent) =>
  by.client.call(setLeadStatus, { params: { id }, body: { status } });
const write = (lead_id: string, message: string, { client, user } = agent) =>
  client.call(createNote, { body: { user_id: user.id, lead_id, message } });
const callAt = (at: string, given: Partial<CallEntry> = {}): CallEntry =>
  ({ ...exampleCall, id: `call:${uniqueId()}`, at, ...given }) as CallEntry;
const textAt = (at: string, given: Partial<TextEntry> = {}): TextEntry =>
  ({ ...exampleText, id: `text:${uniqueId()}`, at, ...given }) as TextEntry;
/** The changes of a lead, once the service has saved as many. */
const saved = (id: string, count: number) =>
  until(`${String(count)} changes are saved`, async () => {
    const found = await server.service.ctx.leadChanges.find({ lead_id: new Types.ObjectId(id) }).lean();
    return found.length >= count ? found : undefined;
  });

describe('what an API key reads that was written of a lead', () => {
  const byKey = (id: string, query: { before?: string; limit?: string } = {}) =>
    server.stranger
      .as(server.auth.server.tokens.keyTokenFor(['messages:read'], { key: uniqueId() }))
      .call(listMessagesByKey, { params: { id }, query });

  test('are texts, e-mails and notes, the newest first, page by page', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await write(lead.id, 'Wife is Ngozi');
    telephony.entries = [callAt(server.clock.now().toISOString())];
    const earlier = new Date(server.clock.now().getTime() - 90_000).toISOString();
    messaging.entries = [textAt(earlier, { text: 'May I call at nine?' })];
    const first = (await byKey(lead.id, { limit: '1' })).answer;
    expect(first.messages).toMatchObject([{ kind: 'note', text: 'Wife is Ngozi' }]);
    const second = (await byKey(lead.id, { before: first.next ?? '' })).answer;
    expect(second).toMatchObject({ messages: [{ kind: 'text', text: 'May I call at nine?' }], next: null });
    expect(telephony.asked).toEqual([]);
  });

  test('is refused, and not shortened, while messaging does not answer', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await write(lead.id, 'Wife is Ngozi');
    messaging.isAway = true;
    const { status, refusal } = await byKey(lead.id);
    expect([status, refusal.code]).toEqual([503, 'unavailable']);
  });

  test('is 404 of a lead that nobody has', async () => {
    expect((await byKey(uniqueId())).status).toBe(404);
  });

  test('has no number that the status of the lead hides', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    messaging.entries = [textAt(server.clock.now().toISOString())];
    expect((await byKey(lead.id)).answer.messages).toMatchObject([{ number: '+12145550117' }]);
    await setStatus(lead.id, 'doNotCall');
    expect((await byKey(lead.id)).answer.messages).toMatchObject([{ number: null }]);
  });
});

describe('the timeline of a lead', () => {
  test('has what every service knows of it, the newest first', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await server.advance(60_000);
    await setStatus(lead.id, 'contactAttempt1');
    await saved(lead.id, 1);
    await server.advance(60_000);
    await write(lead.id, 'Wife is Ngozi');
    const [older, newer] = [server.clock.now().getTime() - 90_000, server.clock.now().getTime() + 1_000];
    telephony.entries = [callAt(new Date(newer).toISOString())];
    messaging.entries = [textAt(new Date(older).toISOString())];
    const { answer } = await timelineOf(lead.id);
    expect(answer.missing).toEqual([]);
    expect(answer.next).toBeNull();
    const who = agent.user.fullname;
    expect(answer.entries).toMatchObject([
      { kind: 'call', outcome: 'refused' },
      { kind: 'note', who, text: 'Wife is Ngozi' },
      { kind: 'status', who, from: 'newLead', to: 'contactAttempt1' },
      { kind: 'text', text: exampleText && 'text' in exampleText ? exampleText.text : '' },
      { kind: 'created', who: null, source_title: 'Manual', agent: who },
    ]);
  });

  test('is read page by page, every entry once, also those of one instant', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    for (let count = 0; count < 4; count += 1) await write(lead.id, `Note ${String(count)}`);
    const found: string[] = [];
    let before: string | undefined;
    do {
      const { answer } = await timelineOf(lead.id, { limit: '2', ...(before !== undefined && { before }) });
      expect(answer.entries.length).toBeLessThanOrEqual(2);
      found.push(...answer.entries.map(({ id }) => id));
      before = answer.next ?? undefined;
    } while (before !== undefined);
    expect(found).toHaveLength(5);
    expect(new Set(found).size).toBe(5);
  });

  test('is narrowed to some kinds, and asks nobody who has none of them', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await write(lead.id, 'Only this');
    telephony.entries = [callAt(server.clock.now().toISOString())];
    expect(await entriesOf(lead.id, 'note')).toMatchObject([{ kind: 'note' }]);
    expect(telephony.asked).toEqual([]);
    expect((await timelineOf(lead.id, { kinds: 'note,weather' })).status).toBe(422);
    expect((await timelineOf(lead.id, { before: 'yesterday' })).status).toBe(422);
  });

  test('comes without the part of a service that does not answer, and names it', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    telephony.isAway = true;
    messaging.isAway = true;
    const { status, answer } = await timelineOf(lead.id);
    expect(status).toBe(200);
    expect(answer.missing).toEqual(['calls', 'messages']);
    expect(answer.entries).toMatchObject([{ kind: 'created' }]);
  });

  test('hides the numbers that the status of the lead hides', async () => {
    const phone = uniquePhone();
    const lead = await server.givenLead(lifeInput({ phone }), agent);
    telephony.entries = [callAt(server.clock.now().toISOString(), { number: phone })];
    expect(await entriesOf(lead.id, 'call')).toMatchObject([{ number: phone }]);
    await setStatus(lead.id, 'doNotCall');
    await until('the number is listed', async () => (await entriesOf(lead.id, 'opt_out'))[0]);
    expect(await entriesOf(lead.id, 'call,opt_out')).toMatchObject([
      { kind: 'opt_out', what: 'added', how: 'status', address: null },
      { kind: 'call', number: null },
    ]);
  });

  test('shows what the customer closed, with what was written', async () => {
    const phone = uniquePhone();
    const lead = await server.givenLead(lifeInput({ phone }), agent);
    const wording = { text: 'Please stop texting me', marks: [{ from: 7, to: 19 }], rules: '2026-11-23' };
    await server.send(optOutCommand, { data: { phone, channel: 'text', how: 'keyword', wording } });
    expect(await entriesOf(lead.id, 'opt_out')).toMatchObject([
      { who: null, what: 'added', channel: 'text', how: 'keyword', address: phone, text: wording.text },
    ]);
  });

  test('is for whoever may work the lead', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    expect((await timelineOf(lead.id, {}, other)).status).toBe(404);
    expect((await timelineOf(uniqueId())).status).toBe(404);
    expect((await timelineOf(lead.id, {}, server.admin)).status).toBe(200);
    const stranger = await server.stranger.call(leadTimeline, { params: { id: lead.id }, query: {} });
    expect(stranger.refusal.code).toBe('session_ended');
  });
});

describe('a text that permission refused', () => {
  const refuse = async (lead_id: string, phone: string, attempt_id: string) =>
    (
      await server.internal.call(mayContact, {
        body: { lead_id, phone, channel: 'text', user_id: agent.user.id, attempt_id },
      })
    ).answer;

  test('is there with its reason, and whoever has the lead open is told', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    // A number that is not the lead's is refused at any hour.
    const { allowed, sentence } = await refuse(lead.id, uniquePhone(), uniqueId());
    expect(allowed).toBe(false);
    expect(await entriesOf(lead.id, 'text')).toMatchObject([
      { kind: 'text', send_status: 'refused', reason: sentence, who: agent.user.fullname, text: '' },
    ]);
    await server.probe.waitFor(leadTimelineChanged, ({ data }) => data.lead_id === lead.id);
  });

  test('is no second entry where the text itself was stored: that one says why it failed', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const attempt = uniqueId();
    await refuse(lead.id, uniquePhone(), attempt);
    messaging.stored = [attempt];
    expect(await entriesOf(lead.id, 'text')).toEqual([]);
  });
});

describe('a change of a lead', () => {
  test('of status is saved once however often it is delivered, and announced', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const data = {
      ...leadStatusChanged.data.parse(leadStatusChanged.example),
      lead_id: lead.id,
    };
    await server.send(leadStatusChanged, { subject: `lead/${lead.id}`, sequence: 2, data }, 2);
    expect(await entriesOf(lead.id, 'status')).toMatchObject([{ from: data.from, to: data.to }]);
    await server.probe.waitFor(leadTimelineChanged, ({ data: told }) => told.lead_id === lead.id);
  });

  test('that saves the same status again is none', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { data } = { data: leadStatusChanged.data.parse(leadStatusChanged.example) };
    await server.send(leadStatusChanged, {
      data: { ...data, lead_id: lead.id, from: 'followUp', to: 'followUp' },
    });
    expect(await entriesOf(lead.id, 'status')).toEqual([]);
  });

  test('of agent says from whom it went to whom, and the beginning whose it was', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await server.admin.client.call(assignLead, { params: { id: lead.id }, body: { agent: other.user.id } });
    await saved(lead.id, 1);
    const { answer } = await timelineOf(lead.id, { kinds: 'assignment,created' }, server.admin);
    expect(answer.entries).toMatchObject([
      {
        kind: 'assignment',
        who: server.admin.user.fullname,
        from: agent.user.fullname,
        to: other.user.fullname,
        how: 'manual',
      },
      { kind: 'created', agent: agent.user.fullname },
    ]);
    expect(server.probe.all(leadAssigned).filter(({ data }) => data.lead_id === lead.id)).toHaveLength(2);
  });

  test('of its follow-up is there, also when the follow-up is gone; what only its lead changed is none', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const followup = { ...exampleEventFollowup, lead_id: lead.id, user_id: agent.user.id };
    await server.send(followupCreated, { data: followup });
    server.clock.advance(1_000);
    await server.send(followupUpdated, { data: { ...followup, changed: [] } });
    await server.send(followupUpdated, { data: { ...followup, completed: 1, changed: ['completed'] } });
    server.clock.advance(1_000);
    const { id, user_id } = followup;
    await server.send(followupDeleted, { data: { id, lead_id: lead.id, user_id } });
    expect(await entriesOf(lead.id, 'followup')).toMatchObject([
      { what: 'deleted', datetime: null },
      { what: 'completed', owner: agent.user.fullname, datetime: followup.datetime },
      { what: 'created', description: '', priority: followup.priority },
    ]);
  });

  test('stays with a deleted lead, also one that comes late; of an erased lead none is saved any more', async () => {
    const { leadChanges } = server.service.ctx;
    const countOf = ({ id }: { id: string }) =>
      leadChanges.countDocuments({ lead_id: new Types.ObjectId(id) });
    const change = (id: string) => ({
      data: { ...leadStatusChanged.data.parse(leadStatusChanged.example), lead_id: id },
    });
    const lead = await server.givenLead(lifeInput(), agent);
    await setStatus(lead.id, 'followUp');
    await saved(lead.id, 1);
    await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
    await server.send(leadStatusChanged, change(lead.id));
    expect(await countOf(lead)).toBe(2);
    const erased = await server.givenLead(lifeInput(), agent);
    await deleteLeads(server.service.ctx, 'system', [erased.id], 'erased');
    await server.send(leadStatusChanged, change(erased.id));
    expect(await countOf(erased)).toBe(0);
  });
});
