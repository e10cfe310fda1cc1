import { callStarted } from '@crm/contracts/bus/call-events.js';
import { leadHeld, settingsUpdated } from '@crm/contracts/bus/events.js';
import {
  followupCreated,
  followupDeleted,
  followupDue,
  followupUpdated,
} from '@crm/contracts/bus/followup-events.js';
import { textReceived, textSent } from '@crm/contracts/bus/messaging-events.js';
import type { EventFollowup } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { exampleSettings, type Settings } from '@crm/contracts/entities/user.js';
import { drawNext, listDay } from '@crm/contracts/http/day.js';
import { assignLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { startWork } from '@crm/contracts/http/work.js';
import { holdLead, releaseLead } from '@crm/contracts/http/holds.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';
import { drawLeaseMs } from './draw-next.js';

let server: LeadsServer;
beforeAll(async () => {
  // The sweep runs by the test's hand alone.
  server = await startLeads({ HOLD_SWEEP_MS: '3600000' });
});
afterAll(() => server.stop());

const dayOf = async ({ client }: SignedIn) => (await client.call(listDay, {})).answer;
const draw = ({ client }: SignedIn, without: string[] = []) => client.call(drawNext, { body: { without } });
const minutesAgo = (minutes: number) =>
  new Date(server.clock.now().getTime() - minutes * 60_000).toISOString();
const followupOf = (lead: Lead, given: Partial<EventFollowup> = {}): EventFollowup => ({
  ...followupCreated.example,
  ...{ id: uniqueId(), lead_id: lead.id, datetime: minutesAgo(4), priority: 3, completed: 0, version: 1 },
  ...given,
});
const textTo = (lead: Lead) => ({ ...textSent.example, lead_id: lead.id, customer_phone: lead.phone ?? '' });
const textOf = (lead: Lead) => ({
  ...textReceived.example,
  lead_id: lead.id,
  customer_phone: lead.phone ?? '',
});
const callTo = (lead: Lead) => ({
  ...{ call_id: uniqueId(), lead_id: lead.id, user_id: null, number: lead.phone ?? '' },
  ...{ direction: 'outbound' as const, kind: 'single' as const },
});
const kinds = async (who: SignedIn) =>
  (await dayOf(who)).rows.map(({ lead, reason }) => [lead.id, reason.kind]);

describe('the day of an agent', () => {
  test('has own leads in the order in which they are contacted, each with its reason and permission', async () => {
    const [agent, other] = [await server.signIn(), await server.signIn()];
    const [fresh, due, wrote] = [
      await server.givenLead(lifeInput(), agent),
      await server.givenLead(lifeInput({ zipcode: '75201' }), agent),
      await server.givenLead(healthInput(), agent),
    ];
    await server.givenLead(lifeInput(), other);
    const followup = followupOf(due);
    await server.send(followupCreated, { data: followup });
    await server.send(textReceived, { data: textOf(wrote) });

    const day = await dayOf(agent);
    expect(day.rows.map(({ lead, reason }) => [lead.id, reason])).toEqual([
      [due.id, { kind: 'callback', due_at: followup.datetime }],
      [wrote.id, { kind: 'reply', at: server.clock.now().toISOString() }],
      [fresh.id, { kind: 'new', at: fresh.createdAt }],
    ]);
    expect(day.rows[0]).toMatchObject({
      zones: ['America/Chicago'],
      call: { allowed: true },
      text: { allowed: true },
      opens_at: null,
    });
    expect(day.counts).toEqual({ callback: 1, reply: 1, new: 1, retry: 0 });
    expect((await kinds(other)).map(([id]) => id)).not.toContain(fresh.id);
  });

  test('follows a follow-up: moved, completed and deleted; an older state and a second delivery change nothing', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    const first = followupOf(lead);
    await server.send(followupCreated, { data: first }, 2);
    expect(await kinds(agent)).toEqual([[lead.id, 'callback']]);

    const moved = { ...first, version: 2, datetime: minutesAgo(-60), changed: ['datetime' as const] };
    await server.send(followupUpdated, { data: moved }, 2);
    expect(await kinds(agent)).toEqual([]);
    expect((await dayOf(agent)).changes_at).toBe(moved.datetime);
    await server.send(followupCreated, { data: first });
    expect(await kinds(agent)).toEqual([]);

    await server.send(followupUpdated, {
      data: { ...moved, version: 3, completed: 1, changed: ['completed'] },
    });
    expect(await kinds(agent)).toEqual([[lead.id, 'new']]);
    await server.send(followupDeleted, { data: { id: first.id, lead_id: lead.id, user_id: agent.actor.id } });
    await server.send(followupUpdated, { data: { ...first, version: 4, changed: ['datetime'] } });
    expect(await kinds(agent)).toEqual([[lead.id, 'new']]);

    await server.send(followupCreated, { data: followupOf(lead) });
    expect(await kinds(agent)).toEqual([[lead.id, 'callback']]);
  });

  test('has a lead by the earliest of its open follow-ups; when that is completed the next one counts', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    const [earliest, later, latest] = [
      followupOf(lead, { datetime: minutesAgo(10) }),
      followupOf(lead, { datetime: minutesAgo(5) }),
      followupOf(lead, { datetime: minutesAgo(-60) }),
    ];
    // Two at the same time, and in any order.
    await server.send(followupCreated, { data: latest });
    await Promise.all([
      server.send(followupCreated, { data: later }, 2),
      server.send(followupCreated, { data: earliest }, 2),
    ]);
    const dueBy = async () => (await dayOf(agent)).rows.map(({ reason }) => reason);
    expect(await dueBy()).toEqual([{ kind: 'callback', due_at: earliest.datetime }]);

    const done = { ...earliest, version: 2, completed: 1 as const, changed: ['completed' as const] };
    await server.send(followupUpdated, { data: done }, 2);
    expect(await dueBy()).toEqual([{ kind: 'callback', due_at: later.datetime }]);
    await server.send(followupCreated, { data: earliest });
    expect(await dueBy()).toEqual([{ kind: 'callback', due_at: later.datetime }]);

    const gone = { id: later.id, lead_id: lead.id, user_id: agent.actor.id };
    await server.send(followupDeleted, { data: gone }, 2);
    await server.send(followupUpdated, { data: { ...later, version: 2, changed: ['priority'] } });
    expect(await dueBy()).toEqual([]);
    expect((await dayOf(agent)).changes_at).toBe(latest.datetime);

    await server.send(followupUpdated, { data: { ...done, version: 3, completed: 0 } });
    expect(await dueBy()).toEqual([{ kind: 'callback', due_at: earliest.datetime }]);
  });

  test('has a lead that a process of before, which knew one follow-up of it, saved with another one', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    const { leads } = server.service.ctx;
    const [due, added] = [followupOf(lead), followupOf(lead, { datetime: minutesAgo(-60) })];
    await server.send(followupCreated, { data: due });
    const ofBefore = { id: new leads.base.Types.ObjectId(added.id), version: 1, priority: 3 as const };
    await leads.collection.updateOne(alive({ _id: new leads.base.Types.ObjectId(lead.id) }), {
      $set: { 'day.followup': { ...ofBefore, at: new Date(added.datetime) } },
      $unset: { 'day.followups': 1, 'day.followupsRevision': 1 },
    });
    expect(await kinds(agent)).toEqual([]);
    const told = { followup: { ...due, version: 2 }, lead_name: lead.fullname };
    await server.send(followupDue, { data: told }, 2);
    expect(await kinds(agent)).toEqual([[lead.id, 'callback']]);
    await server.send(followupUpdated, {
      data: { ...due, version: 3, completed: 1, changed: ['completed'] },
    });
    expect((await dayOf(agent)).changes_at).toBe(added.datetime);
  });

  test('has a customer who wrote until somebody writes, calls or sets a status; a late delivery brings nothing back', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    const wrote = () => server.send(textReceived, { data: textOf(lead) });
    const early = await wrote();
    expect(await kinds(agent)).toEqual([[lead.id, 'reply']]);
    server.clock.advance(1_000);
    await server.send(textSent, { data: textTo(lead) }, 2);
    expect(await kinds(agent)).toEqual([[lead.id, 'new']]);
    await server.bus.publish([early]);
    expect(await kinds(agent)).toEqual([[lead.id, 'new']]);

    server.clock.advance(1_000);
    await wrote();
    server.clock.advance(1_000);
    await server.send(callStarted, { data: callTo(lead) });
    expect(await kinds(agent)).toEqual([]);

    server.clock.advance(1_000);
    await wrote();
    expect(await kinds(agent)).toEqual([[lead.id, 'reply']]);
    server.clock.advance(1_000);
    await agent.client.call(setLeadStatus, { params: { id: lead.id }, body: { status: 'thinkingAboutIt' } });
    await until('nothing waits', async () => (await kinds(agent)).length === 0 || undefined);
  });

  test('has new leads of a source that comes first before newer ones of others', async () => {
    const agent = await server.signIn();
    const first = await server.givenLead();
    const { leads } = server.service.ctx;
    const _id = new leads.base.Types.ObjectId(first.id);
    await leads.updateOne(alive({ _id }), { $set: { source_id: 6 } });
    server.clock.advance(1_000);
    const newer = await server.givenLead();
    for (const { id } of [first, newer])
      await server.admin.client.call(assignLead, { params: { id }, body: { agent: agent.actor.id } });
    const weigh = (sequence: number, source_weights: Settings['source_weights']) =>
      server.send(settingsUpdated, { sequence, data: { ...exampleSettings, source_weights } });
    await weigh(1_000, {});
    expect((await kinds(agent)).map(([id]) => id)).toEqual([newer.id, first.id]);
    await weigh(1_001, { liveTransfer: 3 });
    expect((await kinds(agent)).map(([id]) => id)).toEqual([first.id, newer.id]);
  });

  test('of leads from before days were known has the follow-ups of their timelines; newer ones stand', async () => {
    const agent = await server.signIn();
    const [due, done, newer] = [
      await server.givenLead(lifeInput({ status: 'followUp' }), agent),
      await server.givenLead(lifeInput({ status: 'followUp' }), agent),
      await server.givenLead(lifeInput({ status: 'followUp' }), agent),
    ];
    for (const lead of [due, done, newer]) await server.send(followupCreated, { data: followupOf(lead) });
    server.clock.advance(1_000);
    const completed = { completed: 1 as const, version: 2, changed: ['completed' as const] };
    await server.send(followupUpdated, { data: { ...followupOf(done), ...completed } });
    const { leads } = server.service.ctx;
    const all = [due, done, newer].map(({ id }) => new leads.base.Types.ObjectId(id));
    await leads.updateMany(alive({ _id: { $in: all } }), { $unset: { day: 1 } });
    await leads.db.collection<{ _id: string }>('projections').deleteOne({ _id: 'days' });
    await server.send(followupCreated, { data: followupOf(newer, { datetime: minutesAgo(-60) }) });

    await server.replica();
    const expected = JSON.stringify([[due.id, 'callback']]);
    await until('the open call-back alone is back', async () =>
      JSON.stringify(await kinds(agent)) === expected ? true : undefined,
    );
  });

  test('of an admin has the leads without an agent', async () => {
    const agent = await server.signIn();
    const own = await server.givenLead(lifeInput(), agent);
    const free = await server.givenLead();
    const ids = (await kinds(server.admin)).map(([id]) => id);
    expect(ids).toContain(free.id);
    expect(ids).not.toContain(own.id);
    await server.admin.client.call(assignLead, { params: { id: free.id }, body: { agent: agent.actor.id } });
    expect((await kinds(server.admin)).map(([id]) => id)).not.toContain(free.id);
    expect((await kinds(agent)).map(([id]) => id)).toContain(free.id);
  });

  test('is for admins and agents: a guide and a stranger are refused', async () => {
    const guide = await server.signIn({ role_id: 3 });
    expect((await guide.client.call(listDay, {})).status).toBe(403);
    expect((await draw(guide)).status).toBe(403);
    expect((await server.stranger.call(drawNext, { body: {} })).status).toBe(403);
  });
});

describe('a draw', () => {
  test('holds the first lead that may be contacted, tells so, and says why as the log does', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    await server.givenLead(lifeInput(), agent);
    await server.send(followupCreated, { data: followupOf(lead) });
    const { answer } = await draw(agent);
    expect(answer).toMatchObject({
      row: { lead: { id: lead.id, busy: 1, busy_user_id: agent.actor.id }, reason: { kind: 'callback' } },
      opens_at: null,
    });
    await server.probe.waitFor(leadHeld, ({ data }) => data.lead_id === lead.id);
    const lines = server.lines
      .all()
      .filter(({ msg, leadId }) => msg === 'next lead drawn' && leadId === lead.id);
    expect(lines.map(({ reason }) => reason)).toEqual([answer.row?.reason]);
  });

  test('passes over what is held, by the asker too, and what is not to come again', async () => {
    const agent = await server.signIn();
    const made = [];
    for (let count = 0; count < 3; count += 1) {
      made.push(await server.givenLead(lifeInput(), agent));
      server.clock.advance(1_000);
    }
    const [oldest, middle, newest] = made.map(({ id }) => id);
    await agent.client.call(holdLead, { params: { id: newest ?? '' }, body: { holder: 'window' } });
    expect((await draw(agent, [middle ?? ''])).answer.row?.lead.id).toBe(oldest);
    expect((await draw(agent)).answer.row?.lead.id).toBe(middle);
    expect((await draw(agent)).answer).toEqual({ row: null, opens_at: null });
    await agent.client.call(releaseLead, { params: { id: newest ?? '', holder: 'window' } });
    expect((await draw(agent)).answer.row?.lead.id).toBe(newest);
  });

  test('that no window follows lets the lead go after ten seconds', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    await draw(agent);
    server.clock.advance(drawLeaseMs - 1);
    expect((await draw(agent)).answer.row).toBeNull();
    server.clock.advance(1);
    expect((await draw(agent)).answer.row?.lead.id).toBe(lead.id);
  });

  test('is refused with the lead that is still to be completed', async () => {
    const agent = await server.signIn();
    const [owed, next] = [
      await server.givenLead(lifeInput(), agent),
      await server.givenLead(lifeInput(), agent),
    ];
    await agent.client.call(startWork, { params: { userId: agent.actor.id, leadId: owed.id } });
    const refused = await draw(agent);
    expect(refused.status).toBe(307);
    expect(refused.refusal).toMatchObject({ lead_id: owed.id });
    expect(await server.stored(next.id)).not.toHaveProperty('hold');
  });

  test('of a thousand at once, of many admins and two processes, gives no lead to two', async () => {
    const count = 1_000;
    const { leads } = server.service.ctx;
    const template = await server.stored((await server.givenLead()).id);
    const made = Array.from({ length: count }, () => {
      const { claims: _claims, ...fields } = template ?? {};
      return { ...fields, _id: new leads.base.Types.ObjectId() };
    });
    await leads.collection.insertMany(made);
    const replica = await server.replica();
    const admins = await Promise.all(
      Array.from({ length: 20 }, () => server.signIn({ role_id: 1, subroles: [], states: [] })),
    );
    const drawn = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const admin = admins[index % admins.length];
        if (admin === undefined) throw new Error('There are admins');
        const client = index % 2 === 0 ? admin.client : httpClient(replica.url).as(admin.token);
        return client.call(drawNext, { body: {} });
      }),
    );
    const ids = drawn.map(({ answer }) => answer.row?.lead.id);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(count);
  });
});

describe('as the day goes on', () => {
  test('brings a lead again that did not answer, at another part of its day', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput({ status: 'contactAttempt1', zipcode: '75201' }), agent);
    const called = server.clock.now().toISOString();
    await server.send(callStarted, { data: callTo(lead) });
    expect(await kinds(agent)).toEqual([]);
    expect((await dayOf(agent)).changes_at).toBe(new Date(Date.parse(called) + 3 * 3_600_000).toISOString());
    await server.advance(3.5 * 3_600_000);
    const [row] = (await dayOf(agent)).rows;
    expect(row).toMatchObject({
      lead: { id: lead.id },
      reason: { kind: 'retry', tried_at: called, then: 'morning', now: 'afternoon' },
    });
  });

  test('takes nobody who may not be contacted now, and says when the first one may', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    await server.advance(7 * 3_600_000);
    const { rows } = await dayOf(agent);
    expect(rows).toMatchObject([{ lead: { id: lead.id }, call: { allowed: false, rule: 'hours' } }]);
    const { answer } = await draw(agent);
    expect(answer.row).toBeNull();
    expect(answer.opens_at).toBe(rows[0]?.opens_at);
    expect(answer.opens_at).not.toBeNull();
  });
});
