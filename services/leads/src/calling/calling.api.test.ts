import { callConnected, callEnded, callStarted, diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { exampleLiveCall, type AnsweredBy, type CallState } from '@crm/contracts/entities/telephony.js';
import {
  leadCreated,
  leadUpdated,
  leadWorkCompleted,
  userPresenceChanged,
} from '@crm/contracts/bus/events.js';
import { createLeadCommand, updateLeadCommand } from '@crm/contracts/bus/commands.js';
import { leadsToCall, nextLeadOfGuide, suitableAgents } from '@crm/contracts/http/calling.js';
import {
  assignLead,
  deleteLead,
  getLead,
  leadAccess,
  restChangeLead,
  setLeadStatus,
} from '@crm/contracts/http/leads.js';
import { startWork } from '@crm/contracts/http/work.js';
import { holdLead, releaseHolders, renewHolds } from '@crm/contracts/http/holds.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { uniqueEmail, uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { commandsAbout } from '../test/commands-about.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { isNewerOutcome } from '../lead/ad-status.rules.js';

let server: LeadsServer;
let guide: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  guide = await server.signIn({ role_id: 3, subroles: [], states: [] });
});
afterAll(() => server.stop());

const read = async (id: string) => (await server.admin.client.call(getLead, { params: { id } })).answer.lead;
const assign = (lead_id: string, agent_id: string) =>
  server.admin.client.call(assignLead, { params: { id: lead_id }, body: { agent: agent_id } });

describe('what telephony is told before a call', () => {
  test('leads by their ids, with every number and what their customers agreed to; unknown ones are left out', async () => {
    const lead = await server.givenLead(
      lifeInput({ phone: '(214)555-0117', second_phone: '+12145550163', recorded_ok: 1 }),
    );
    await server.admin.client.call(setLeadStatus, { params: { id: lead.id }, body: { status: 'doNotCall' } });
    const { answer } = await server.internal.call(leadsToCall, { body: { ids: [lead.id, uniqueId()] } });
    expect(answer.leads).toEqual([
      {
        lead_id: lead.id,
        fullname: lead.fullname,
        type_id: 2,
        state: 'TX',
        status: 'doNotCall',
        user_id: 0,
        phones: ['+12145550117', '+12145550163'],
        recorded_ok: 1,
        language: 'en',
        version: lead.version + 1,
      },
    ]);
  });

  test('every lead of a number, the first or the second one, the one changed last first', async () => {
    const phone = uniquePhone();
    const first = await server.givenLead(lifeInput({ phone }));
    await server.advance(1_000);
    const second = await server.givenLead(healthInput({ second_phone: phone }));
    const { answer } = await server.internal.call(leadsToCall, { body: { phones: [phone] } });
    expect(answer.leads.map(({ lead_id }) => lead_id)).toEqual([second.id, first.id]);
    const other = await server.givenLead(lifeInput({ phone: uniquePhone() }));
    const phones = [phone, 'anonymous', other.phone ?? ''];
    const ofAll = await server.internal.call(leadsToCall, { body: { phones } });
    expect(new Set(ofAll.answer.leads.map(({ lead_id }) => lead_id))).toEqual(
      new Set([other.id, second.id, first.id]),
    );
    const nobody = await server.internal.call(leadsToCall, { body: { phones: ['anonymous'] } });
    expect(nobody.answer.leads).toEqual([]);
  });

  test('the next lead of a guide: the oldest that was never dialled and is of a status that is called', async () => {
    const next = async (...without: string[]) =>
      (await server.internal.call(nextLeadOfGuide, { body: { guide_id: guide.user.id, without } })).answer
        .lead?.lead_id;
    expect(await next()).toBeUndefined();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const lead = await server.givenLead();
      await assign(lead.id, guide.user.id);
      await server.advance(1_000);
      ids.push(lead.id);
    }
    const [oldest = '', middle = '', newest = ''] = ids;
    expect(await next()).toBe(oldest);
    expect(await next(oldest)).toBe(middle);
    await server.send(diallerOutcome, {
      subject: `call/${uniqueId()}`,
      data: { lead_id: oldest, guide_id: guide.user.id, call_id: uniqueId(), AD_status: 3, restart: true },
    });
    expect(await next()).toBe(middle);
    await server.admin.client.call(setLeadStatus, {
      params: { id: middle },
      body: { status: 'notInterested' },
    });
    expect(await next()).toBe(newest);
  });

  test('agents who may take a call: licensed, of the type, online or in a call, the one who waited longest first', async () => {
    const online = async (given: Parameters<LeadsServer['signIn']>[0]) => {
      const one = await server.signIn({ states: ['NV'], ...given });
      await server.send(userPresenceChanged, {
        subject: `user/${one.user.id}/presence`,
        data: { user_id: one.user.id, online: 1, active: 1, in_call: 0, AD_status: 0, agents: 1 },
      });
      return one.user.id;
    };
    const waits = await online({});
    const hadOne = await online({});
    await assign((await server.givenLead(lifeInput({ state: 'NV' }))).id, hadOne);
    const life = await online({ subroles: [1] });
    await online({ states: ['TX'] });
    await online({ banned: 1 });
    await online({ not_assign: 1 });
    await server.signIn({ states: ['NV'], online: 0, in_call: 0 });
    const talks = await online({ subroles: [1] });
    await server.send(userPresenceChanged, {
      subject: `user/${talks}/presence`,
      sequence: 2,
      data: { user_id: talks, online: 0, active: 1, in_call: 1, AD_status: 0, agents: 1 },
    });
    const ask = async (type_id: 2 | 4 | null) =>
      (await server.internal.call(suitableAgents, { body: { state: 'NV', type_id } })).answer.users;
    expect(await ask(4)).toEqual([waits, hadOne]);
    const any = await ask(null);
    expect(any.at(-1)).toBe(hadOne);
    expect([...any].sort()).toEqual([waits, hadOne, life, talks].sort());
  });
});

describe('whether a customer agreed to recorded calls', () => {
  test('is no until somebody says so, and is said by form and by bus', async () => {
    const lead = await server.givenLead();
    expect(lead.recorded_ok).toBe(0);
    await server.admin.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: lead.version, recorded_ok: 1 },
    });
    expect((await read(lead.id)).recorded_ok).toBe(1);
    await server.send(updateLeadCommand, {
      subject: `lead/${lead.id}`,
      data: { lead_id: lead.id, lead: { type: 'life', version: lead.version + 1, recorded_ok: 0 } },
    });
    expect((await read(lead.id)).recorded_ok).toBe(0);
    const email = uniqueEmail('agreed');
    await server.send(createLeadCommand, {
      data: { external_id: uniqueId(), lead: { ...lifeInput({ email }), recorded_ok: 1 } },
    });
    const event = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === lead.id);
    expect(event.data.changed).toEqual(['recorded_ok']);
  });
});

describe('the language of a customer', () => {
  const toCall = async (id: string) =>
    (await server.internal.call(leadsToCall, { body: { ids: [id] } })).answer.leads[0]?.language;

  test('is English until somebody says so, and is told of with the change', async () => {
    const lead = await server.givenLead();
    expect(lead.language).toBe('en');
    await server.admin.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: lead.version, language: 'es' },
    });
    expect((await read(lead.id)).language).toBe('es');
    expect(await toCall(lead.id)).toBe('es');
    const event = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === lead.id);
    expect(event.data).toMatchObject({ changed: ['language'], lead: { language: 'es' } });
  });

  test('comes with a lead from elsewhere', async () => {
    const email = uniqueEmail('spanish');
    await server.send(createLeadCommand, {
      data: { external_id: uniqueId(), lead: { ...healthInput({ email }), language: 'es' } },
    });
    const made = await server.probe.waitFor(leadCreated, ({ data }) => data.lead.email === email);
    expect(made.data.lead.language).toBe('es');
  });

  test('of a lead that was stored before there was one is English', async () => {
    const lead = await server.givenLead(lifeInput({ language: 'es' }));
    await server.service.ctx.leads.updateOne(alive({ _id: lead.id }), { $unset: { language: 1 } });
    expect((await read(lead.id)).language).toBe('en');
    expect(await toCall(lead.id)).toBe('en');
  });
});

describe('the outcome of the dialler', () => {
  const outcome = (lead_id: string, call_id: string, AD_status: number, sequence: number) =>
    server.send(
      diallerOutcome,
      {
        subject: `call/${call_id}`,
        sequence,
        data: { lead_id, guide_id: guide.user.id, call_id, AD_status, restart: false },
      },
      2,
    );

  test('colours the lead, by the newest message alone', async () => {
    const lead = await server.givenLead();
    const [first, second] = [uniqueId(), uniqueId()];
    await outcome(lead.id, first, 3, 4);
    await outcome(lead.id, first, 1, 1);
    expect(await read(lead.id)).toMatchObject({ AD_status: 3, version: lead.version + 1 });
    const event = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === lead.id);
    expect(event.data).toMatchObject({ changed: ['AD_status'], lead: { AD_status: 3 } });
    await server.advance(60_000);
    await outcome(lead.id, second, 1, 1);
    await outcome(lead.id, second, 4, 3);
    expect((await read(lead.id)).AD_status).toBe(4);
    await outcome(uniqueId(), uniqueId(), 1, 1);
    await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.AD_status === 4);
    expect(server.probe.all(leadUpdated).filter(({ data }) => data.lead.id === lead.id)).toHaveLength(3);
  });

  test('is set while somebody has the lead open, and does not stand in their save’s way', async () => {
    const lead = await server.givenLead();
    await server.admin.client.call(holdLead, { params: { id: lead.id }, body: { holder: 'w1' } });
    await outcome(lead.id, uniqueId(), 5, 2);
    expect((await read(lead.id)).AD_status).toBe(5);
    const { answer } = await server.admin.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: lead.version, address: '12 Elm Road' },
    });
    expect(answer.lead).toMatchObject({ address: '12 Elm Road', AD_status: 5 });
    const late = await server.admin.client.call(restChangeLead, {
      params: { id: lead.id },
      body: { type: 'life', version: lead.version, address: '13 Elm Road' },
    });
    expect(late.refusal).toMatchObject({ code: 'conflict' });
  });

  test.each([
    ['the first', undefined, true],
    ['a later one of the same call', { call_id: 'a', sequence: 1, at: new Date(5) }, true],
    ['the same again', { call_id: 'a', sequence: 2, at: new Date(5) }, false],
    ['an earlier one of the same call', { call_id: 'a', sequence: 3, at: new Date(5) }, false],
    ['of a later call', { call_id: 'b', sequence: 9, at: new Date(4) }, true],
    ['of an earlier call', { call_id: 'b', sequence: 1, at: new Date(6) }, false],
  ])('%s: newer or not', (_name, known, expected) => {
    expect(isNewerOutcome({ call_id: 'a', sequence: 2, at: new Date(5) }, known)).toBe(expected);
  });
});

describe('a live call', () => {
  const started = (call_id: string, lead_id: string, user_id: string) =>
    server.send(callStarted, {
      subject: `call/${call_id}`,
      data: { call_id, lead_id, user_id, number: uniquePhone(), direction: 'outbound', kind: 'single' },
    });
  const ended = (call_id: string, lead_id: string, user_id: string) =>
    server.send(callEnded, {
      subject: `call/${call_id}`,
      sequence: 3,
      data: {
        call_id,
        lead_id,
        user_id,
        number: '+12145550117',
        direction: 'outbound',
        kind: 'single',
        outcome: 'completed',
        duration: 5,
        call: null,
      },
    });

  test('of the assigned agent takes the lead over from whoever has it open, until it ends', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead();
    await assign(lead.id, agent.user.id);
    const window = { lead_id: lead.id, user_id: server.admin.user.id, holder: 'gateway:w1' };
    await server.admin.client.call(holdLead, { params: { id: lead.id }, body: { holder: window.holder } });
    const call = uniqueId();
    await started(call, lead.id, agent.user.id);
    expect((await read(lead.id)).busy_user_id).toBe(agent.user.id);
    expect((await server.internal.call(renewHolds, { body: { holds: [window] } })).answer.lost).toEqual([
      window,
    ]);
    await server.advance(10 * 60_000);
    expect((await read(lead.id)).busy).toBe(1);
    await ended(call, lead.id, agent.user.id);
    expect((await read(lead.id)).busy).toBe(0);
  });

  test('joins the hold of its agent’s window by one write', async () => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput(), agent);
    await agent.client.call(holdLead, { params: { id: lead.id }, body: { holder: 'w1' } });
    const call = uniqueId();
    const commands = await commandsAbout(server, [lead.id, `call:${call}`], () =>
      started(call, lead.id, agent.user.id),
    );
    // The same one notes for its day that the lead was called.
    expect(commands).toEqual(['findOneAndUpdate leads']);
    expect(await server.stored(lead.id)).toMatchObject({
      hold: { holders: [{ holder: 'w1' }, { holder: `call:${call}` }] },
    });
  });

  test('of anybody else leaves the hold as it is', async () => {
    const other = await server.signIn();
    const lead = await server.givenLead();
    await server.admin.client.call(holdLead, { params: { id: lead.id }, body: { holder: 'w1' } });
    const call = uniqueId();
    await started(call, lead.id, other.user.id);
    expect((await read(lead.id)).busy_user_id).toBe(server.admin.user.id);
    await ended(call, lead.id, other.user.id);
    expect((await read(lead.id)).busy_user_id).toBe(server.admin.user.id);
  });

  test('that a colleague takes over gives them the lead, and ends the work of who handed it over', async () => {
    const agent = await server.signIn();
    const colleague = await server.signIn();
    const lead = await server.givenLead();
    await assign(lead.id, agent.user.id);
    const call = uniqueId();
    await agent.client.call(startWork, { params: { userId: agent.user.id, leadId: lead.id } });
    await started(call, lead.id, agent.user.id);
    const open = async () => (await colleague.client.call(getLead, { params: { id: lead.id } })).status;
    expect(await open()).toBe(404);
    const handed = {
      subject: `call/${call}`,
      sequence: 2,
      data: {
        call_id: call,
        lead_id: lead.id,
        user_id: colleague.user.id,
        answeredBy: 'unknown',
        call: null,
        handed_over_by: agent.user.id,
      },
    } as const;
    await server.send(callConnected, handed, 2);
    expect(await open()).toBe(200);
    expect((await read(lead.id)).busy_user_id).toBe(colleague.user.id);
    const freed = await server.probe.waitFor(leadWorkCompleted, ({ data }) => data.lead_id === lead.id);
    expect(freed.data.user_id).toBe(agent.user.id);
    await ended(call, lead.id, colleague.user.id);
    expect(await open()).toBe(404);
    expect((await read(lead.id)).busy).toBe(0);
  });

  test('handed over while a third person has its lead open leaves it to them', async () => {
    const [agent, colleague] = [await server.signIn(), await server.signIn()];
    const lead = await server.givenLead();
    await server.admin.client.call(holdLead, { params: { id: lead.id }, body: { holder: 'w1' } });
    await server.send(callConnected, {
      subject: `call/${uniqueId()}`,
      data: {
        call_id: uniqueId(),
        lead_id: lead.id,
        user_id: colleague.user.id,
        answeredBy: 'unknown',
        call: null,
        handed_over_by: agent.user.id,
      },
    });
    expect((await read(lead.id)).busy_user_id).toBe(server.admin.user.id);
  });

  describe('of the dialler, to a lead of the pool', () => {
    const answered = (
      call_id: string,
      lead_id: string,
      user_id: string,
      by: AnsweredBy | null = 'human',
      state: CallState = 'talking',
    ) =>
      server.send(callConnected, {
        subject: `call/${call_id}`,
        sequence: 2,
        data: {
          call_id,
          lead_id,
          user_id,
          answeredBy: by,
          call: { ...exampleLiveCall, id: call_id, lead_id, user_id, kind: 'dialler', state },
        },
      });
    const open = async (lead_id: string, { client } = guide) =>
      (await client.call(getLead, { params: { id: lead_id } })).status;

    test.each([
      ['nobody', async () => undefined],
      ['another agent', async () => (await server.signIn()).user.id],
    ])('gives a lead of %s to the guide who talks to them, and to no other', async (_whose, owner) => {
      const lead = await server.givenLead();
      const agent = await owner();
      if (agent !== undefined) await assign(lead.id, agent);
      const other = await server.signIn({ role_id: 3, subroles: [], states: [] });
      const call = uniqueId();
      await started(call, lead.id, guide.user.id);
      expect(await open(lead.id)).toBe(404);
      await answered(call, lead.id, guide.user.id);
      await answered(call, lead.id, guide.user.id);
      expect(await open(lead.id)).toBe(200);
      expect(await open(lead.id, other)).toBe(404);
      const access = await server.internal.call(leadAccess, { params: { id: lead.id } });
      expect(access.answer).toMatchObject({ bound_to: guide.user.id, user_id: agent ?? 0 });
      await ended(call, lead.id, guide.user.id);
      expect(await open(lead.id)).toBe(404);
    });

    test('lets the guide save how it went while their window is open on it, after the call too', async () => {
      const lead = await server.givenLead();
      const call = uniqueId();
      const holder = 'gateway:w1';
      const window = { params: { id: lead.id }, body: { holder } };
      expect((await guide.client.call(holdLead, window)).status).toBe(404);
      await answered(call, lead.id, guide.user.id);
      expect((await guide.client.call(holdLead, window)).status).toBe(200);
      await ended(call, lead.id, guide.user.id);
      const saved = await guide.client.call(setLeadStatus, {
        params: { id: lead.id },
        body: { status: 'notInterested' },
      });
      expect(saved.status).toBe(200);
      await server.internal.call(releaseHolders, {
        body: { holds: [{ lead_id: lead.id, user_id: guide.user.id, holder }] },
      });
      expect(await open(lead.id)).toBe(404);
      expect((await guide.client.call(holdLead, window)).status).toBe(404);
    });

    test('gives nothing where a machine answered, and takes it from nobody who has it open', async () => {
      const lead = await server.givenLead();
      await answered(uniqueId(), lead.id, guide.user.id, 'machine');
      expect(await open(lead.id)).toBe(404);
      await server.admin.client.call(holdLead, { params: { id: lead.id }, body: { holder: 'w1' } });
      await answered(uniqueId(), lead.id, guide.user.id);
      expect((await read(lead.id)).busy_user_id).toBe(server.admin.user.id);
      expect(await open(lead.id)).toBe(404);
    });

    test('gives it from the guide’s first word on, while it is being found out who answered, to the end of the call', async () => {
      const lead = await server.givenLead();
      const call = uniqueId();
      await answered(call, lead.id, guide.user.id, null);
      expect(await open(lead.id)).toBe(200);
      await answered(call, lead.id, guide.user.id, 'machine');
      await ended(call, lead.id, guide.user.id);
      expect(await open(lead.id)).toBe(404);
    });

    test('gives nothing where it is found out once the call is over', async () => {
      const lead = await server.givenLead();
      const call = uniqueId();
      await ended(call, lead.id, guide.user.id);
      await answered(call, lead.id, guide.user.id, 'human', 'ended');
      expect(await open(lead.id)).toBe(404);
    });

    test('is released where the lead is deleted', async () => {
      const lead = await server.givenLead();
      await answered(uniqueId(), lead.id, guide.user.id);
      await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
      expect(await open(lead.id)).toBe(404);
    });
  });
});
