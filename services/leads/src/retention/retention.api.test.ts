import { leadDeleted, leadRestored } from '@crm/contracts/bus/events.js';
import { leadsEvidence } from '@crm/contracts/http/evidence.js';
import { assignLead, deleteLead, getLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { createNote, listNotes } from '@crm/contracts/http/notes.js';
import * as privacy from '@crm/contracts/http/privacy.js';
import { changeRetention, getRetention } from '@crm/contracts/http/retention.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import { deletedLeads, restoreLead } from '@crm/contracts/resources/deleted-lead.js';
import { legalHolds, liftLegalHold } from '@crm/contracts/resources/legal-hold.js';
import { privacyRequests } from '@crm/contracts/resources/privacy-request.js';
import type { Caller } from '@crm/contracts/endpoint/endpoint.js';
import { testSigner } from '@crm/platform/testing/service-keys.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { Types } from 'mongoose';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';
import { yearsAfter } from './retention.rules.js';

let server: LeadsServer;
let agent: SignedIn;
/** Sessions end as years go by: a token of now. */
const adminNow = () => server.stranger.as(server.auth.server.tokens.tokenFor(server.admin.actor));

beforeEach(async () => {
  server = await startLeads();
  agent = await server.signIn({ subroles: [1, 2] });
});
afterEach(() => server.stop());

const others = ['telephony', 'messaging', 'followups', 'stats'] as const;
function as(from: Caller) {
  return server.stranger.as(testSigner(from, server.clock)('leads'));
}
const note = (lead: Lead, message = 'Wife is Ngozi') =>
  agent.client.call(createNote, { body: { user_id: agent.user.id, lead_id: lead.id, message } });
const remove = (lead: Lead) => adminNow().call(deleteLead, { body: { lead_id: lead.id } });
const restore = (id: string, client = adminNow()) => client.call(restoreLead, { params: { id } });
const deleted = async (q = '') =>
  (await adminNow().call(deletedLeads.calls.list, { query: { filter: JSON.stringify({ q }) } })).answer;
const requests = async () => (await adminNow().call(privacyRequests.calls.list, { query: {} })).answer;
const years = (count: number) =>
  server.advance(yearsAfter(server.clock.now(), count).getTime() - server.clock.now().getTime());
const hold = (address: string) =>
  adminNow().call(legalHolds.calls.create, { body: { address, reason: 'Complaint 26-1187' } });
/** Lets the worker look, and the services do what it orders; answers the classes that ended since. */
async function work(): Promise<(RetentionClass | undefined)[]> {
  const ended: (RetentionClass | undefined)[] = [];
  const { ctx } = server.service;
  const run = await until('the worker has looked', async () => {
    ctx.privacyWork.wake();
    await ctx.privacyWork.idle();
    return true;
  });
  expect(run).toBe(true);
  for (const service of others) {
    const { tasks } = (await as(service).call(privacy.privacyTasks, {})).answer;
    for (const { id, kind, retention } of tasks) {
      expect(kind).toBe('retention');
      if (service === 'telephony') ended.push(retention);
      const body = { sheet: 0, is_last: true, counts: {}, records: [] };
      await as(service).call(privacy.privacyTaskDone, { params: { id }, body });
    }
  }
  await until('every run is done', async () =>
    (await ctx.privacyRequests.exists({ state: 'running' })) === null ? true : undefined,
  );
  return ended;
}
const sold = async (phone = uniquePhone()) => {
  const lead = await server.givenLead(healthInput({ phone }), agent);
  await agent.client.call(setLeadStatus, { params: { id: lead.id }, body: { status: 'inApplication' } });
  return lead;
};

describe('a deleted lead', () => {
  test('is hidden from everybody, and listed for admins with who deleted it and when it goes', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await remove(lead);
    await server.probe.waitFor(leadDeleted, ({ data }) => data.lead_id === lead.id);
    for (const { client } of [agent, server.admin])
      expect((await client.call(getLead, { params: { id: lead.id } })).status).toBe(404);
    const now = server.clock.now();
    expect(await deleted(lead.fullname.split(' ')[0])).toMatchObject([
      {
        id: lead.id,
        fullname: lead.fullname,
        type: 'life',
        agent: agent.user.fullname,
        deleted_at: now.toISOString(),
        deleted_by: server.admin.user.fullname,
        next: 'contact',
        due_at: yearsAfter(now, 5).toISOString(),
        held: 0,
        restricted: 0,
      },
    ]);
    expect(await deleted(lead.phone?.slice(2))).toHaveLength(1);
    expect(await deleted('Nobody')).toEqual([]);
    for (const { client } of [agent, { client: server.stranger }]) {
      expect([401, 403]).toContain((await client.call(deletedLeads.calls.list, { query: {} })).status);
      expect([401, 403]).toContain((await client.call(restoreLead, { params: { id: lead.id } })).status);
    }
  });

  test('is restored with its notes and its agent, told to the world, and once', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await note(lead);
    await remove(lead);
    await server.service.outboxIdle();
    expect((await restore(lead.id)).answer.message).toBe('Lead restored');
    const told = await server.probe.waitFor(leadRestored, ({ data }) => data.lead.id === lead.id);
    expect(told).toMatchObject({ sequence: 3, data: { lead: { user_id: agent.user.id } } });
    const { answer } = await agent.client.call(getLead, { params: { id: lead.id } });
    expect(answer.lead).toMatchObject({ fullname: lead.fullname, phone: lead.phone, version: 3 });
    const notes = await agent.client.call(listNotes, { params: { leadId: lead.id } });
    expect(notes.answer.notes).toMatchObject([{ message: 'Wife is Ngozi' }]);
    expect(await deleted()).toEqual([]);
    expect((await restore(lead.id)).status).toBe(404);
    expect((await restore(uniqueId())).status).toBe(404);
  });

  test('comes back behind its tombstone too, and nobody’s where its agent is gone', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await remove(lead);
    await server.service.outboxIdle();
    await server.service.ctx.users.updateOne({ _id: agent.user.id }, { $set: { banned: 1 } });
    await server.service.ctx.leads.deleteOne({
      _id: new Types.ObjectId(lead.id),
      deletedAt: { $type: 'date' },
    });
    expect((await restore(lead.id)).status).toBe(200);
    const { answer } = await server.admin.client.call(getLead, { params: { id: lead.id } });
    expect(answer.lead).toMatchObject({ fullname: lead.fullname, user_id: 0, version: 3 });
    // It is worked as any other.
    const colleague = await server.signIn();
    const assigned = await server.admin.client.call(assignLead, {
      params: { id: lead.id },
      body: { agent: colleague.user.id },
    });
    expect(assigned.status).toBe(200);
  });

  test('stays deleted where another lead has its number by now', async () => {
    const phone = uniquePhone();
    const lead = await server.givenLead(lifeInput({ phone }), agent);
    await remove(lead);
    await server.givenLead(lifeInput({ phone }), agent);
    const { status, refusal } = await restore(lead.id);
    expect([status, refusal.message]).toEqual([409, 'Another lead has this number or e-mail by now']);
    expect(await deleted()).toHaveLength(1);
  });

  test('that a process died over is confirmed by its event, and none where the lead is still there', async () => {
    const [gone, living] = [await server.givenLead(), await server.givenLead()];
    await remove(gone);
    const { ctx } = server.service;
    const doc = await ctx.deletedLeads.findById(gone.id).lean();
    await ctx.deletedLeads.updateOne({ _id: gone.id }, { $set: { state: 'deleting' } });
    await ctx.deletedLeads.collection.insertOne({
      ...doc,
      _id: new Types.ObjectId(living.id),
      state: 'deleting',
    });
    expect(await deleted()).toEqual([]);
    const data = { lead_id: gone.id, type_id: 2, source: 'own', user_id: 0 } as const;
    await server.send(leadDeleted, { subject: `lead/${gone.id}`, sequence: 2, data }, 2);
    expect(await deleted()).toMatchObject([{ id: gone.id }]);
    await years(5);
    await work();
    expect(await ctx.deletedLeads.countDocuments({})).toBe(0);
    expect((await adminNow().call(getLead, { params: { id: living.id } })).status).toBe(200);
  });
});

describe('retention', () => {
  test('deletes what leads stores of a lead five years after its deletion, and writes the run down', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await note(lead);
    await remove(lead);
    await server.service.outboxIdle();
    await years(4);
    expect(await work()).toEqual([]);
    expect(await deleted()).toHaveLength(1);
    await years(1);
    expect(await work()).toEqual(['contact']);
    expect(await deleted()).toEqual([]);
    const { ctx } = server.service;
    expect(await ctx.notes.countDocuments({ lead_id: new Types.ObjectId(lead.id) })).toBe(0);
    const [run] = await requests();
    expect(run).toMatchObject({
      kind: 'retention',
      user_fullname: 'System',
      reason: 'Contact records: 5 years are over',
      leads: 1,
      state: 'done',
    });
    expect(run?.parts[0]?.counts).toMatchObject({ leads: 1, notes: 1 });
    // Nothing of it is in the run, and nothing is done twice.
    const stored = await ctx.privacyRequests.findById(run?.id).lean();
    expect(stored?.person).toBeUndefined();
    await years(1);
    expect(await work()).toEqual([]);
    expect(await requests()).toHaveLength(1);
  });

  test('of a lead ends with the consents of its numbers, save those that another one still needs', async () => {
    const { ctx } = server.service;
    const consent = (lead_id: string | null, addresses: string[]) =>
      ctx.consents.collection.insertOne({
        ...{ _id: new Types.ObjectId(), version: 1, kind: 'written', channels: [], received_at: new Date(0) },
        ...{ lead_id: lead_id === null ? null : new Types.ObjectId(lead_id), addresses, certificates: [] },
      });
    const [shared, kept, own] = [uniquePhone(), uniquePhone(), uniquePhone()];
    const email = 'Ngozi.Okafor@example.com';
    const ending = await server.givenLead(lifeInput({ phone: own, second_phone: shared, email }), agent);
    const longer = await sold(kept);
    await server.givenLead(lifeInput({ phone: shared }), agent);
    await consent(ending.id, [own]);
    await consent(null, [own]);
    await consent(null, [email.toLowerCase()]);
    await consent(ending.id, [shared]);
    await consent(ending.id, [kept]);
    await remove(ending);
    await remove(longer);
    await years(5);
    await work();
    const left = await ctx.consents.find({}, { addresses: 1 }).sort({ addresses: 1 }).lean();
    expect(left.flatMap(({ addresses }) => addresses)).toEqual([shared, kept].sort());
  });

  test('of a health sale ends with its audio, its recordings, and the rest after ten years', async () => {
    const lead = await sold();
    await remove(lead);
    const classes: unknown[] = [];
    for (let year = 1; year <= 10; year += 1) {
      await years(1);
      for (const ended of await work()) classes.push([year, ended]);
    }
    expect(classes).toEqual([
      [3, 'sale-audio'],
      [6, 'sale-recordings'],
      [10, 'enrolment'],
    ]);
    expect(await deleted()).toEqual([]);
  });

  test('goes on where a process died behind its order', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await remove(lead);
    await years(5);
    const { ctx } = server.service;
    ctx.privacyWork.wake();
    await ctx.privacyWork.idle();
    // It had not taken the date away yet.
    const date = server.clock.now();
    await ctx.deletedLeads.updateOne({ _id: lead.id }, { $set: { due_at: date } });
    const again = await server.replica();
    again.ctx.privacyWork.wake();
    await again.ctx.privacyWork.idle();
    await work();
    expect(await deleted()).toEqual([]);
    expect((await requests()).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  test('shows its classes with their sources and what ends within 30 days', async () => {
    await remove(await server.givenLead(lifeInput(), agent));
    const periodsNow = async () => (await adminNow().call(getRetention, {})).answer.periods;
    const [contact, audio] = await periodsNow();
    expect(contact).toMatchObject({ id: 'contact', years: 5, min_years: 5, waiting: 1, soon: 0, held: 0 });
    expect(contact?.source).toContain('16 CFR 310.5');
    expect(audio).toMatchObject({ id: 'sale-audio', years: 3, waiting: 0 });
    await years(5);
    await server.advance(-29 * 24 * 3600_000);
    expect((await periodsNow())[0]).toMatchObject({ waiting: 1, soon: 1 });
    for (const { client } of [agent, { client: server.stranger }])
      expect([401, 403]).toContain((await client.call(getRetention, {})).status);
  });

  test('takes a longer period for what waits too, and never one shorter than the law’s', async () => {
    await remove(await server.givenLead(lifeInput(), agent));
    const change = (count: number, client = adminNow()) =>
      client.call(changeRetention, { params: { id: 'contact' }, body: { years: count } });
    const { status, refusal } = await change(4);
    expect([status, refusal.errors?.['years']]).toEqual([
      422,
      'At least 5 years: 16 CFR 310.5 (Telemarketing Sales Rule)',
    ]);
    expect((await change(7, agent.client)).status).toBe(403);
    expect((await change(7)).status).toBe(200);
    expect((await adminNow().call(getRetention, {})).answer.periods[0]).toMatchObject({
      years: 7,
      changed_by: server.admin.user.fullname,
    });
    await years(6);
    expect(await work()).toEqual([]);
    await years(1);
    expect(await work()).toEqual(['contact']);
  });

  test('of contact decisions ends after five years, save those that go with a deleted lead', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { ctx } = server.service;
    const decided = (lead_id: string | null, address: string) =>
      ctx.contactDecisions.collection.insertOne({
        ...{ _id: new Types.ObjectId(), at: server.clock.now(), channel: 'call', allowed: true },
        ...{ lead_id: lead_id === null ? null : new Types.ObjectId(lead_id), address },
      });
    await decided(lead.id, lead.phone ?? '');
    await decided(null, '+12145550100');
    await years(1);
    await remove(lead);
    await years(4);
    await work();
    expect(
      (await ctx.contactDecisions.find({}, { address: 1 }).lean()).map(({ address }) => address),
    ).toEqual([lead.phone]);
    await years(1);
    await work();
    expect(await ctx.contactDecisions.countDocuments({})).toBe(0);
  });
});

describe('a legal hold', () => {
  test('keeps what was deleted before and after it, until it is lifted', async () => {
    const phone = uniquePhone();
    const [before, after] = [
      await server.givenLead(lifeInput({ phone }), agent),
      await server.givenLead(healthInput({ second_phone: phone }), agent),
    ];
    await remove(before);
    const set = await hold(phone);
    expect(set.answer).toMatchObject({ address: phone, by: server.admin.user.fullname });
    await remove(after);
    expect((await deleted()).map(({ held, due_at }) => [held, due_at])).toEqual([
      [1, null],
      [1, null],
    ]);
    await years(11);
    expect(await work()).toEqual([]);
    expect((await adminNow().call(getRetention, {})).answer.periods[0]).toMatchObject({ held: 2, soon: 0 });
    const { id } = set.answer;
    const lift = (reason: string) => adminNow().call(liftLegalHold, { params: { id }, query: { reason } });
    expect((await lift(' ')).status).toBe(422);
    expect((await lift('Settled')).status).toBe(200);
    expect((await lift('Settled')).status).toBe(404);
    expect((await adminNow().call(legalHolds.calls.list, { query: {} })).answer).toEqual([]);
    expect(await work()).toEqual(['contact']);
    expect(await deleted()).toEqual([]);
    expect(await server.service.ctx.legalHolds.findById(id).lean()).toMatchObject({ lifted_why: 'Settled' });
  });

  test('that was set while a lead was being deleted keeps it all the same', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await remove(lead);
    const { ctx } = server.service;
    const [doc] = await ctx.deletedLeads.find().lean();
    await hold(lead.phone ?? '');
    // As where the hold came between the look for holds and the saving of the lead.
    await ctx.deletedLeads.updateOne({ _id: lead.id }, { $set: { held: 0, due_at: doc?.due_at } });
    await years(5);
    expect(await work()).toEqual([]);
    expect(await deleted()).toMatchObject([{ id: lead.id, held: 1, due_at: null }]);
  });

  test('stops a run that services have not carried out yet, and stays while another one stands', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await remove(lead);
    await years(5);
    const { ctx } = server.service;
    ctx.privacyWork.wake();
    await ctx.privacyWork.idle();
    const first = await hold(lead.phone ?? '');
    await hold(lead.email ?? '');
    const { tasks } = (await as('telephony').call(privacy.privacyTasks, {})).answer;
    expect(tasks).toMatchObject([{ kind: 'retention', retention: 'contact', lead_ids: [] }]);
    await work();
    await adminNow().call(liftLegalHold, { params: { id: first.answer.id }, query: { reason: 'One' } });
    await work();
    expect(await deleted()).toMatchObject([{ id: lead.id, held: 1 }]);
  });

  test('is for admins', async () => {
    const body = { address: uniquePhone(), reason: 'Mine' };
    for (const { client } of [agent, { client: server.stranger }])
      expect([401, 403]).toContain((await client.call(legalHolds.calls.create, { body })).status);
    const nothing = { address: 'nobody', reason: '' };
    const refused = await adminNow().call(legalHolds.calls.create, { body: nothing });
    expect([refused.status, Object.keys(refused.refusal.errors ?? {}).sort()]).toEqual([
      422,
      ['address', 'reason'],
    ]);
  });
});

describe('an erasure', () => {
  const erase = async (leads: Lead[]) =>
    (
      await adminNow().call(privacy.makePrivacyRequest, {
        body: {
          ...{ kind: 'erasure', phones: [leads[0]?.phone ?? ''], emails: [], reason: 'Letter' },
          lead_ids: leads.map(({ id }) => id),
        },
      })
    ).answer.request;

  test('deletes a lead that was deleted before, and names what stays', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await note(lead);
    await remove(lead);
    const found = await adminNow().call(privacy.findPerson, { body: { phones: [lead.phone ?? ''] } });
    expect(found.answer.leads).toMatchObject([{ id: lead.id, deleted_at: server.clock.now().toISOString() }]);
    const { id, stays } = await erase([lead]);
    expect(stays).toEqual([
      'Do-not-contact entries: never deleted, 47 CFR 64.1200(d), Virginia SB 1339 (at least ten years)',
      'Consents and contact decisions: 5 years, 16 CFR 310.5 (Telemarketing Sales Rule)',
    ]);
    const body = { sheet: 0, is_last: true, counts: {}, records: [] };
    for (const other of others) await as(other).call(privacy.privacyTaskDone, { params: { id }, body });
    await until('it is done', async () => (await requests())[0]?.state === 'done' || undefined);
    expect(await deleted()).toEqual([]);
    expect((await requests())[0]?.parts[0]?.counts).toMatchObject({ leads: 1, notes: 1 });
  });

  test('restricts enrolment records and what is held, names them, and erases the rest', async () => {
    const phone = uniquePhone();
    const enrolled = await sold();
    const life = await server.givenLead(lifeInput({ phone }), agent);
    const { id, stays } = await erase([life, enrolled]);
    expect(stays[2]).toMatch(/^1 lead with enrolment records: 10 years, 42 CFR 422.504/);
    const { tasks } = (await as('messaging').call(privacy.privacyTasks, {})).answer;
    expect(tasks.find((task) => task.id === id)?.lead_ids).toEqual([life.id]);
    expect(await deleted()).toMatchObject([{ id: enrolled.id, restricted: 1, next: 'sale-audio' }]);
    expect((await agent.client.call(getLead, { params: { id: enrolled.id } })).status).toBe(404);
    const { status, refusal } = await restore(enrolled.id);
    expect([status, refusal.message]).toEqual([409, 'This person asked for erasure']);

    const held = await server.givenLead(lifeInput(), agent);
    await hold(held.phone ?? '');
    const other = await erase([held]);
    expect(other.stays[2]).toContain('legal hold, until it is lifted');
    const task = (await as('messaging').call(privacy.privacyTasks, {})).answer.tasks.at(-1);
    expect([task?.phones, task?.lead_ids]).toEqual([[], []]);
    expect(await deleted()).toHaveLength(2);
  });
});

describe('evidence', () => {
  test('has the leads of a number, deleted ones too, with their notes', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await note(lead, '<script>alert(1)</script>');
    await remove(lead);
    const { answer } = await as('messaging').call(leadsEvidence, { body: { phone: lead.phone ?? '' } });
    expect(answer.person).toEqual({ phones: [lead.phone], emails: [lead.email], lead_ids: [lead.id] });
    expect(answer.leads).toMatchObject([{ id: lead.id, deleted_at: server.clock.now().toISOString() }]);
    const of = (kind: string) => answer.records.find((each) => each.kind === kind)?.items;
    expect(of('leads')).toMatchObject([{ fullname: lead.fullname }]);
    expect(of('notes')).toMatchObject([{ note: '<script>alert(1)</script>' }]);
    const byLead = await as('messaging').call(leadsEvidence, { body: { lead_id: lead.id } });
    expect(byLead.answer.person).toEqual(answer.person);
    expect((await as('messaging').call(leadsEvidence, { body: { lead_id: uniqueId() } })).status).toBe(404);
    expect((await adminNow().call(leadsEvidence, { body: { lead_id: lead.id } })).status).toBe(403);
  });
});
