import {
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadPriceChanged,
  leadStatusChanged,
  leadUpdated,
} from '@crm/contracts/bus/events.js';
import {
  deleteLead,
  deleteSelectedLeads,
  getLead,
  leadAccess,
  leadRows,
  restChangeLead,
  restCreateLead,
  restGetLead,
  setLeadPrice,
  setLeadStatus,
} from '@crm/contracts/http/leads.js';
import { holdLead } from '@crm/contracts/http/holds.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
let guide: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  [agent, other, guide] = await Promise.all([
    server.signIn(),
    server.signIn(),
    server.signIn({ role_id: 3 }),
  ]);
});
afterAll(() => server.stop());

const about =
  (lead_id: string) =>
  ({ data }: { data: { lead_id: string } }) =>
    data.lead_id === lead_id;

describe('a new lead', () => {
  test('of an admin has no agent, comes from people, and is told of', async () => {
    const input = lifeInput({ phone: '(214)555-0117', coverage_amount: 15_000 });
    const { answer } = await server.admin.client.call(restCreateLead, { body: input });
    expect(answer).toMatchObject({ status: 'success', message: 'Lead created successfully!' });
    expect(answer.lead).toMatchObject({
      id: answer.id,
      type: 'life',
      type_id: 2,
      source: 'manual',
      status: 'newLead',
      user_id: 0,
      agent_fullname: null,
      phone: '+12145550117',
      coverage_amount: 15_000,
      empty: 0,
      version: 1,
      busy: 0,
    });
    expect(await server.stored(answer.id)).toMatchObject({
      fullname: input.fullname,
      coverage_amount: 1_500_000,
      version: 1,
    });
    const published = await server.probe.waitFor(leadCreated, ({ data }) => data.lead.id === answer.id);
    expect(published).toMatchObject({
      subject: `lead/${answer.id}`,
      sequence: 1,
      actorid: server.admin.actor.id,
      data: { how: 'person', lead: { fullname: input.fullname } },
    });
  });

  test('of an agent is the own from the start', async () => {
    const lead = await server.givenLead(healthInput(), agent);
    expect(lead).toMatchObject({
      type: 'health',
      type_id: 4,
      user_id: agent.actor.id,
      agent_email: agent.user.email,
    });
    const published = await server.probe.waitFor(leadAssigned, about(lead.id));
    expect(published.data).toMatchObject({ from: 0, to: agent.actor.id, how: 'own' });
  });

  test('keeps the marketplace as its source and no other', async () => {
    expect(await server.givenLead(lifeInput({ source: 'mediaalpha' }), agent)).toMatchObject({
      source: 'mediaalpha',
    });
    expect(await server.givenLead(lifeInput({ source: 'bulk' }), agent)).toMatchObject({ source: 'manual' });
  });

  test('is refused with every wrong field at once', async () => {
    const body = { ...lifeInput(), phone: '123', email: 'nobody', state: 'XX', fullname: ' ' };
    const answer = await server.admin.client.call(restCreateLead, { body: body as never });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.refusal.errors ?? {}).sort()).toEqual(['email', 'fullname', 'phone', 'state']);
  });

  test('is refused where the whole of it lacks what its form demands', async () => {
    const { term: _term, ...body } = lifeInput({ birth_date: '2099-01-01' });
    const { refusal } = await server.admin.client.call(restCreateLead, { body });
    expect(Object.keys(refusal.errors ?? {})).toEqual(expect.arrayContaining(['term', 'birth_date']));
  });

  test('of a type that the agent has no sub-role for is refused', async () => {
    const lifeOnly = await server.signIn({ subroles: [1] });
    const { refusal } = await lifeOnly.client.call(restCreateLead, { body: healthInput() });
    expect(refusal.code).toBe('forbidden');
  });
});

describe('a lead', () => {
  test('is read by its agent and by an admin, and is unknown to others', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    expect((await agent.client.call(getLead, { params })).answer.lead).toEqual(lead);
    expect((await server.admin.client.call(restGetLead, { params })).answer).toEqual(lead);
    for (const { client } of [other, guide]) {
      for (const endpoint of [getLead, restGetLead]) {
        const answer = await client.call(endpoint, { params });
        expect(answer.status).toBe(404);
        expect(answer.refusal.message).toBe('Lead not found');
      }
    }
  });

  test('that nobody has is open to agents of its type alone', async () => {
    const lead = await server.givenLead();
    const healthOnly = await server.signIn({ subroles: [2] });
    const params = { id: lead.id };
    expect((await agent.client.call(getLead, { params })).status).toBe(200);
    expect((await healthOnly.client.call(getLead, { params })).status).toBe(404);
    expect((await guide.client.call(getLead, { params })).status).toBe(404);
  });

  test('that was never there is not found, and an id that is none is refused', async () => {
    const { client } = server.admin;
    expect((await client.call(getLead, { params: { id: uniqueId() } })).status).toBe(404);
    expect((await client.call(getLead, { params: { id: '12' } })).refusal.errors).toEqual({
      id: 'Not a valid id',
    });
  });

  test('held by somebody else is locked for agents and read by admins as busy', async () => {
    const lead = await server.givenLead();
    const params = { id: lead.id };
    await agent.client.call(holdLead, { params, body: { holder: 'w1' } });
    const locked = await other.client.call(getLead, { params });
    expect(locked.status).toBe(423);
    expect(locked.refusal).toMatchObject({ code: 'locked', lead_id: lead.id });
    expect((await server.admin.client.call(getLead, { params })).answer.lead).toMatchObject({
      busy: 1,
      busy_user_id: agent.actor.id,
      busy_fullname: agent.actor.fullname,
    });
    expect((await agent.client.call(getLead, { params })).status).toBe(200);
  });
});

describe('a change', () => {
  test('is saved with a higher version and told with the names of its fields', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { answer } = await agent.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: 1, address: '4180 Juniper Hollow Rd', total_income: 52_000.5 },
    });
    expect(answer.lead).toMatchObject({
      version: 2,
      address: '4180 Juniper Hollow Rd',
      total_income: 52_000.5,
    });
    const published = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === lead.id);
    expect(published.data.changed.sort()).toEqual(['address', 'total_income']);
    expect(await server.stored(lead.id)).toMatchObject({ version: 2, total_income: 5_200_050 });
  });

  test('that changes nothing is saved without a word', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const body = { type: 'life', version: 1, fullname: lead.fullname } as const;
    const { answer } = await agent.client.call(restChangeLead, { params: { id: lead.id }, body });
    expect(answer.lead.version).toBe(1);
  });

  test('that comes second is refused with both values', async () => {
    const lead = await server.givenLead(lifeInput({ address: 'First St 1' }), agent);
    const params = { id: lead.id };
    const change = (address: string, version: number) =>
      agent.client.call(restChangeLead, { params, body: { type: 'life', version, address } });
    await server.admin.client.call(restChangeLead, {
      params,
      body: { type: 'life', version: 1, address: 'Theirs 2' },
    });
    const answer = await change('Mine 3', 1);
    expect(answer.status).toBe(409);
    expect(answer.refusal).toMatchObject({
      code: 'conflict',
      status: 'warning',
      conflict: {
        version: 2,
        changed_by: server.admin.actor.fullname,
        fields: [{ field: 'address', yours: 'Mine 3', theirs: 'Theirs 2' }],
      },
    });
    expect(await server.stored(lead.id)).toMatchObject({ address: 'Theirs 2', version: 2 });
    expect((await change('Theirs 2', 1)).status).toBe(200);
    expect((await change('Mine 3', 2)).answer.lead).toMatchObject({ address: 'Mine 3', version: 3 });
  });

  test('by two at once is saved once and refused once', async () => {
    const lead = await server.givenLead(lifeInput({ address: 'First St 1' }), agent);
    const answers = await Promise.all(
      ['A', 'B'].map((address) =>
        agent.client.call(restChangeLead, {
          params: { id: lead.id },
          body: { type: 'life', version: 1, address },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await server.stored(lead.id)).toMatchObject({ version: 2 });
  });

  test('by an agent makes the lead the own; by an admin it stays nobody’s', async () => {
    const lead = await server.givenLead();
    const params = { id: lead.id };
    const byAdmin = await server.admin.client.call(restChangeLead, {
      params,
      body: { type: 'life', version: 1, address: 'One' },
    });
    expect(byAdmin.answer.lead.user_id).toBe(0);
    const byAgent = await agent.client.call(restChangeLead, {
      params,
      body: { type: 'life', version: 2, address: 'Two' },
    });
    expect(byAgent.answer.lead).toMatchObject({
      user_id: agent.actor.id,
      agent_fullname: agent.actor.fullname,
    });
    const published = await server.probe.waitFor(leadAssigned, about(lead.id));
    expect(published.data).toMatchObject({ from: 0, to: agent.actor.id, how: 'own' });
  });

  test('leaves the type as it is, and the source to admins', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    const { refusal } = await agent.client.call(restChangeLead, {
      params,
      body: { type: 'health', version: 1 },
    });
    expect(refusal.errors).toHaveProperty('type');
    const source = { type: 'life', version: 1, source: 'own' } as const;
    expect((await agent.client.call(restChangeLead, { params, body: source })).refusal.errors).toHaveProperty(
      'source',
    );
    expect(
      (await server.admin.client.call(restChangeLead, { params, body: source })).answer.lead.source,
    ).toBe('own');
  });

  test('of another agent’s lead finds nothing, and of a held one is locked, an admin’s too', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    const body = { type: 'life', version: 1, address: 'X' } as const;
    expect((await other.client.call(restChangeLead, { params, body })).status).toBe(404);
    await agent.client.call(holdLead, { params, body: { holder: 'w1' } });
    expect((await server.admin.client.call(restChangeLead, { params, body })).status).toBe(423);
    expect((await agent.client.call(restChangeLead, { params, body })).status).toBe(200);
  });
});

describe('a status', () => {
  test('is saved, told, and says what comes next', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { answer } = await agent.client.call(setLeadStatus, {
      params: { id: lead.id },
      body: { status: 'followUp' },
    });
    expect(answer).toMatchObject({
      message: 'Status saved',
      next: 'follow-up',
      lead: { status: 'followUp', version: 2 },
    });
    const published = await server.probe.waitFor(leadStatusChanged, about(lead.id));
    expect(published).toMatchObject({
      sequence: 2,
      data: { from: 'newLead', to: 'followUp', coverage: 15_000 },
    });
  });

  test('saved again is told again', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    for (const status of ['emailed', 'emailed'] as const)
      await agent.client.call(setLeadStatus, { params, body: { status } });
    const again = await server.probe.waitFor(
      leadStatusChanged,
      ({ data, sequence }) => data.lead_id === lead.id && sequence === 3,
    );
    expect(again.data).toMatchObject({ from: 'emailed', to: 'emailed' });
  });

  test.each(['doNotCall', 'wrongPhoneNumber'] as const)('%s hides the numbers', async (status) => {
    const lead = await server.givenLead(lifeInput({ second_phone: '(214)555-0188' }), agent);
    const { answer } = await agent.client.call(setLeadStatus, { params: { id: lead.id }, body: { status } });
    expect(answer.lead).toMatchObject({ phone: null, phone_hidden: true });
    expect(
      (await agent.client.call(restGetLead, { params: { id: lead.id } })).answer.second_phone,
    ).toBeNull();
  });

  test('after the application makes it a sale for good', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    for (const status of ['underwriting', 'cancelled'] as const)
      await agent.client.call(setLeadStatus, { params, body: { status } });
    expect((await agent.client.call(restGetLead, { params })).answer.post_sale).toBe(1);
  });

  test('of a lead that is not yours, held, or no status at all, is refused', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    const body = { status: 'emailed' } as const;
    for (const { client } of [other, guide])
      expect((await client.call(setLeadStatus, { params, body })).status).toBe(404);
    await agent.client.call(holdLead, { params, body: { holder: 'w1' } });
    expect((await server.admin.client.call(setLeadStatus, { params, body })).status).toBe(423);
    const none = { status: 'sold' } as never;
    expect((await agent.client.call(setLeadStatus, { params, body: none })).status).toBe(422);
    expect(await server.stored(lead.id)).toMatchObject({ status: 'newLead', version: 1 });
  });
});

describe('what nobody chooses', () => {
  const notSavable = 'Choose another status: a new lead cannot be saved as one';

  test('newLead is no status to save, by itself nor with the form', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const params = { id: lead.id };
    const body = { status: 'newLead' } as never;
    const alone = await agent.client.call(setLeadStatus, { params, body });
    expect([alone.status, alone.refusal.errors]).toEqual([422, { status: notSavable }]);
    await agent.client.call(setLeadStatus, { params, body: { status: 'emailed' } });
    const form = { type: 'life', version: 2, status: 'newLead' } as const;
    const withForm = await agent.client.call(restChangeLead, { params, body: form });
    expect([withForm.status, withForm.refusal.errors]).toEqual([422, { status: notSavable }]);
    expect(await server.stored(lead.id)).toMatchObject({ status: 'emailed', version: 2 });
  });

  const offList = { coverage_amount: 'Please choose an amount from the list' };

  test('a coverage beside the list is refused with the field, of a new lead and of a changed one', async () => {
    const odd = lifeInput({ coverage_amount: 15_500 });
    const created = await agent.client.call(restCreateLead, { body: odd });
    expect([created.status, created.refusal.errors]).toEqual([422, offList]);
    const lead = await server.givenLead(lifeInput(), agent);
    const change = (fields: object) =>
      agent.client.call(restChangeLead, {
        params: { id: lead.id },
        body: { type: 'life', version: 1, ...fields },
      });
    expect((await change({ coverage_amount: 51_000 })).refusal.errors).toEqual(offList);
    // The amount stays, but the other product does not offer it.
    const term = { term: '20', rate_class: 's', jobstatus: '2' };
    expect((await change(term)).refusal.errors).toEqual(offList);
    expect((await change({ ...term, coverage_amount: 100_000 })).status).toBe(200);
  });

  test('a lead that came in with an odd coverage stays savable while that is not touched', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await server.service.ctx.leads.updateOne(alive({ _id: lead.id }), {
      $set: { coverage_amount: 1_234_567 },
    });
    const change = (version: number, fields: object) =>
      agent.client.call(restChangeLead, {
        params: { id: lead.id },
        body: { type: 'life', version, ...fields },
      });
    expect((await change(1, { address: '1 Elm St' })).status).toBe(200);
    expect((await change(2, { address: '2 Elm St', coverage_amount: 12_345.67 })).status).toBe(200);
    expect((await change(3, { coverage_amount: 12_345 })).refusal.errors).toEqual(offList);
    expect((await change(3, { coverage_amount: 12_000 })).status).toBe(200);
  });
});

describe('prices', () => {
  test('are saved in cents and answered with the lowest as the premium', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { answer } = await agent.client.call(setLeadPrice, {
      params: { id: lead.id },
      body: { price: { mutual_of_omaha: 64.2, aetna: 70.05 } },
    });
    expect(answer).toMatchObject({ premium_price: 64.2, price: { mutual_of_omaha: 64.2, aetna: 70.05 } });
    expect(await server.stored(lead.id)).toMatchObject({ premium_price: 6420 });
    const published = await server.probe.waitFor(leadPriceChanged, about(lead.id));
    expect(published.data).toMatchObject({ premium_price: 64.2, premium_carrier: answer.premium_carrier });
  });

  test('of american_general wait for the sale', async () => {
    const lead = await server.givenLead(lifeInput({ rate_class: 'gi' }), agent);
    const params = { id: lead.id };
    const body = { price: { american_general: 50 } };
    const { refusal } = await agent.client.call(setLeadPrice, { params, body });
    expect(refusal.errors).toHaveProperty(['price.american_general']);
    await agent.client.call(setLeadStatus, { params, body: { status: 'inApplication' } });
    expect((await agent.client.call(setLeadPrice, { params, body })).status).toBe(200);
  });

  test('belong to life leads of one’s own', async () => {
    const life = await server.givenLead(lifeInput(), agent);
    const health = await server.givenLead(healthInput(), agent);
    const body = { price: { aetna: 1 } };
    expect((await other.client.call(setLeadPrice, { params: { id: life.id }, body })).status).toBe(404);
    expect((await agent.client.call(setLeadPrice, { params: { id: health.id }, body })).status).toBe(422);
  });
});

describe('deletion', () => {
  test('leaves a tombstone without a trace of the person and is told', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { answer } = await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
    expect(answer).toEqual({ status: 'success', message: 'Lead deleted' });
    const published = await server.probe.waitFor(leadDeleted, about(lead.id));
    expect(published).toMatchObject({
      sequence: 2,
      data: { type_id: 2, source: 'manual', user_id: agent.actor.id },
    });
    expect((await agent.client.call(getLead, { params: { id: lead.id } })).status).toBe(404);
    // What was told of the lead goes with the outbox, shortly after it is out.
    await eventually(async () => !JSON.stringify(await server.stored(lead.id)).includes('outboxAt'));
    const left = JSON.stringify(await server.stored(lead.id));
    expect(left).toContain('deletedAt');
    for (const trace of [lead.fullname, lead.email, lead.phone]) expect(left).not.toContain(trace);
    expect((await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } })).status).toBe(404);
  });

  test('of many says how many there were', async () => {
    const leads = [await server.givenLead(), await server.givenLead()];
    const ids = [...leads.map(({ id }) => id), uniqueId()];
    const { answer } = await server.admin.client.call(deleteSelectedLeads, { body: { leads: ids } });
    expect(answer.message).toBe('2 leads deleted');
    for (const { id } of leads) await server.probe.waitFor(leadDeleted, about(id));
  });

  test('of nothing is refused in the words of the product', async () => {
    const { refusal } = await server.admin.client.call(deleteSelectedLeads, { body: { leads: [] } });
    expect(refusal.message).toBe('Please select the leads to be able delete it!');
  });
});

describe('another service', () => {
  test('is told what decides rights on a lead', async () => {
    const lead = await server.givenLead(lifeInput({ second_phone: '(214)555-0188' }), agent);
    const { answer } = await server.internal.call(leadAccess, { params: { id: lead.id } });
    expect(answer).toEqual({
      lead_id: lead.id,
      type_id: 2,
      status: 'newLead',
      user_id: agent.actor.id,
      phones: [lead.phone, '+12145550188'],
      version: 1,
    });
    expect((await server.internal.call(leadAccess, { params: { id: uniqueId() } })).status).toBe(404);
  });

  test('reads rows by id and none that are not there', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { answer } = await server.internal.call(leadRows, { body: { ids: [uniqueId(), lead.id] } });
    expect(answer.leads.map(({ id }) => id)).toEqual([lead.id]);
  });
});
