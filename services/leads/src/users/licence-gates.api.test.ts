import { userUpdated } from '@crm/contracts/bus/events.js';
import { suitableAgents, takeoverDenial } from '@crm/contracts/http/calling.js';
import {
  assignLead,
  listLeadAgents,
  reassignLeads,
  restChangeLead,
  restCreateLead,
  setLeadPrice,
} from '@crm/contracts/http/leads.js';
import { selectCarrier } from '@crm/contracts/http/carriers.js';
import { allowContact, leadPermission, mayContact } from '@crm/contracts/http/permission.js';
import type { HeldLicence } from '@crm/contracts/licences/held-licence.js';
import { healthInput, licencesFor, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

/** No agent of these tests has a licence here unless the test says so. */
const inVermont = { state: 'VT', zipcode: '05401' } as const;
const reasonFor = ({ actor }: SignedIn) => `${actor.fullname} holds no life licence for Vermont`;

let server: LeadsServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.signIn();
});

const vermonter = () => server.givenLead(lifeInput(inVermont));
const licensed = (...licences: HeldLicence[]) => server.signIn({ licences });
/** The lead of an agent who has no licence for it any more. */
async function leadOfAgent() {
  const lead = await server.givenLead(lifeInput(), agent);
  const body = { ...lifeInput(inVermont), version: lead.version };
  const { answer } = await server.admin.client.call(restChangeLead, { params: { id: lead.id }, body });
  return answer.lead;
}

describe('a lead in Vermont is assigned to nobody without its licence', () => {
  test('one by one, by an admin either', async () => {
    const lead = await vermonter();
    const call = { params: { id: lead.id }, body: { agent: agent.actor.id } };
    const { status, refusal } = await server.admin.client.call(assignLead, call);
    expect([status, refusal.errors]).toEqual([422, { agent: reasonFor(agent) }]);
    expect(await server.stored(lead.id)).toMatchObject({ user_id: null, version: 1 });
  });

  test('in bulk, where the others go through and each that is left has its reason', async () => {
    const [lead, texan] = [await vermonter(), await server.givenLead()];
    const body = { agent: agent.actor.id, leads: [lead.id, texan.id] };
    const { answer } = await server.admin.client.call(reassignLeads, { body });
    expect(answer).toEqual({
      status: 'warning',
      message: `1 lead assigned to ${agent.actor.fullname}, 1 lead without a licence. ${reasonFor(agent)}`,
      left: [{ lead_id: lead.id, reason: 'licence', sentence: reasonFor(agent) }],
    });
    expect(await server.stored(lead.id)).toMatchObject({ user_id: null });
    expect(await server.stored(texan.id)).toMatchObject({ agent_fullname: agent.actor.fullname });
  });

  test('and is offered to those alone who have it today', async () => {
    const lead = await vermonter();
    const able = await licensed({ state: 'VT', line: 'life', from: '2026-11-20', until: '2026-11-20' });
    await licensed({ state: 'VT', line: 'life', from: '2026-11-21', until: null });
    await licensed({ state: 'VT', line: 'life', from: '2020-01-01', until: '2026-11-19' });
    await licensed({ state: 'VT', line: 'health', from: '2020-01-01', until: null });
    const { answer } = await server.admin.client.call(listLeadAgents, { params: { id: lead.id } });
    expect(answer.agents.map(({ id }) => id)).toEqual([able.actor.id]);
  });

  test('a call with its customer is handed over to those alone', async () => {
    const lead = await vermonter();
    const health = await licensed({ state: 'VT', line: 'health', from: '2020-01-01', until: null });
    const able = await licensed({ state: 'VT', line: 'life', from: '2020-01-01', until: null });
    const denial = async (lead_id: string, user_id: string) =>
      (await server.internal.call(takeoverDenial, { body: { lead_id, user_id } })).answer.reason;
    expect([
      await denial(lead.id, health.actor.id),
      await denial(lead.id, able.actor.id),
      await denial(lead.id, server.admin.actor.id),
      await denial(able.actor.id, health.actor.id),
    ]).toEqual([reasonFor(health), null, null, null]);
    const body = { lead_id: lead.id, user_id: able.actor.id };
    expect((await able.client.call(takeoverDenial, { body })).status).toBe(403);
  });

  test('a call from there rings none of them', async () => {
    const health = await server.signIn({
      online: 1,
      states: ['NH'],
      licences: [{ state: 'NH', line: 'health', from: '2020-01-01', until: null }],
    });
    await server.signIn({
      online: 1,
      states: ['NH'],
      licences: [{ state: 'NH', line: 'health', from: '2020-01-01', until: '2026-11-19' }],
    });
    const ring = async (type_id: 2 | 4 | null) =>
      (await server.internal.call(suitableAgents, { body: { state: 'NH', type_id } })).answer.users;
    expect([await ring(2), await ring(4), await ring(null)]).toEqual([
      [],
      [health.actor.id],
      [health.actor.id],
    ]);
  });
});

describe('a lead that an agent makes or edits', () => {
  test('is nobody’s where the agent holds no licence for it, and says why', async () => {
    const { answer } = await agent.client.call(restCreateLead, { body: lifeInput(inVermont) });
    expect(answer.lead.user_id).toBe(0);
    expect(await server.stored(answer.lead.id)).toMatchObject({ assigned_why: reasonFor(agent) });
    const own = await agent.client.call(restCreateLead, { body: lifeInput() });
    expect(own.answer.lead.user_id).toBe(agent.actor.id);
  });

  test('stays nobody’s when it is edited', async () => {
    const lead = await vermonter();
    const body = { ...lifeInput(inVermont), version: lead.version };
    const { answer } = await agent.client.call(restChangeLead, { params: { id: lead.id }, body });
    expect(answer.lead).toMatchObject({ version: 2, user_id: 0 });
  });
});

describe('an agent without the licence', () => {
  const ask = (
    lead: { id: string; phone: string | null },
    user_id: string | null,
    channel: 'call' | 'text',
  ) =>
    server.internal.call(mayContact, {
      body: { lead_id: lead.id, phone: lead.phone ?? '', channel, user_id },
    });

  test.each(['call', 'text'] as const)('makes no %s, whatever an admin allows', async (channel) => {
    const lead = await leadOfAgent();
    const allowing = {
      place: 'phone',
      channel,
      reason: 'He asked for it',
      requested_on: '2026-11-20',
      minutes: 60,
    } as const;
    const allowed = await server.admin.client.call(allowContact, { params: { id: lead.id }, body: allowing });
    expect(allowed.status).toBe(200);
    const { answer } = await ask(lead, agent.actor.id, channel);
    expect(answer).toMatchObject({
      allowed: false,
      rule: 'licence',
      sentence: reasonFor(agent),
      next_allowed_at: null,
      override_id: null,
    });
    const decision = await server.service.ctx.contactDecisions.findById(answer.decision_id).lean();
    expect(decision?.based_on).toMatchObject({ licenceDenial: reasonFor(agent) });
  });

  test('writes no e-mail, and the page says so of every way', async () => {
    const lead = await leadOfAgent();
    const { answer } = await agent.client.call(leadPermission, { params: { id: lead.id } });
    expect(answer.licence_denial).toBe(reasonFor(agent));
    expect(answer.ways.length).toBeGreaterThan(2);
    for (const { permission } of answer.ways)
      expect(permission).toMatchObject({ rule: 'licence', sentence: reasonFor(agent) });
  });

  test('contacts again as soon as auth told of a licence, and no longer once it is gone', async () => {
    const lead = await leadOfAgent();
    const rule = async () => {
      const { answer } = await agent.client.call(leadPermission, { params: { id: lead.id } });
      return answer.ways[0]?.permission.rule;
    };
    expect(await rule()).toBe('licence');
    const told = (version: number, licences: HeldLicence[]) =>
      server.send(userUpdated, {
        subject: `user/${agent.user.id}`,
        sequence: version,
        data: { ...agent.user, version, licences },
      });
    await told(2, licencesFor(['TX', 'VT']));
    expect(await rule()).not.toBe('licence');
    await told(3, licencesFor(['TX']));
    expect(await rule()).toBe('licence');
  });

  test('quotes no price and selects no carrier', async () => {
    const lead = await leadOfAgent();
    const price = await agent.client.call(setLeadPrice, {
      params: { id: lead.id },
      body: { price: { mutual_of_omaha: 64.2 } },
    });
    expect([price.status, price.refusal.errors]).toEqual([422, { price: reasonFor(agent) }]);
    const carrier = await agent.client.call(selectCarrier, {
      body: { lead_id: lead.id, carrier: 'mutual_of_omaha' },
    });
    expect([carrier.status, carrier.refusal.errors]).toEqual([422, { carrier: reasonFor(agent) }]);
  });
});

describe('no licence is asked of', () => {
  const contacts = async (user_id: string | null, lead: { id: string; phone: string | null }) => {
    const body = { lead_id: lead.id, phone: lead.phone ?? '', channel: 'call', user_id } as const;
    return (await server.internal.call(mayContact, { body })).answer.rule;
  };

  test('an admin, the dialler and a guide, whose lead it is', async () => {
    const guide = await server.signIn({ role_id: 3, subroles: [], states: [], licences: [] });
    const lead = await vermonter();
    const given = { params: { id: lead.id }, body: { agent: guide.actor.id } };
    expect((await server.admin.client.call(assignLead, given)).status).toBe(200);
    for (const who of [server.admin.actor.id, null, guide.actor.id])
      expect(await contacts(who, lead)).not.toBe('licence');
  });

  test('an agent where nobody knows the state', async () => {
    const lead = await server.givenLead(healthInput({ state: null }));
    const call = { params: { id: lead.id }, body: { agent: agent.actor.id } };
    expect((await server.admin.client.call(assignLead, call)).status).toBe(200);
    expect(await contacts(agent.actor.id, lead)).not.toBe('licence');
  });
});
