import type { HealthLead, Lead } from '@crm/contracts/entities/lead.js';
import type { ChangeLeadInput } from '@crm/contracts/entities/lead-input.js';
import { leadCreated, leadUpdated } from '@crm/contracts/bus/events.js';
import { restChangeLead, restCreateLead, restGetLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { majorConditionFlags } from '@crm/contracts/entities/major-conditions.rules.js';
import { uniqueEmail, uniquePhone } from '@crm/platform/testing/unique.js';
import { healthInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  agent = await server.signIn();
});
afterAll(() => server.stop());

type HealthChange = Partial<Omit<Extract<ChangeLeadInput, { type: 'health' }>, 'type' | 'version'>>;
const ada = {
  name: 'Ada',
  gender: 'f',
  height: 48,
  weight: 55,
  birth_date: '2017-09-03',
  tobacco: 0,
} as const;

function health(lead: Lead): HealthLead {
  if (lead.type !== 'health') throw new Error('It is a health lead');
  return lead;
}
async function change(lead: Lead, fields: HealthChange) {
  const body = { type: 'health' as const, version: lead.version, ...fields };
  return agent.client.call(restChangeLead, { params: { id: lead.id }, body });
}
const read = async ({ id }: Lead) =>
  health((await agent.client.call(restGetLead, { params: { id } })).answer);

describe('a new health lead', () => {
  test('may have its person under primary, which is kept at the top', async () => {
    const { fullname: _name, birth_date: _born, gender: _gender, ...rest } = healthInput();
    const primary = { name: 'Nora', gender: 'f', birth_date: '1980-04-12', height: 65, tobacco: 1 } as const;
    const { answer } = await agent.client.call(restCreateLead, { body: { ...rest, primary } });
    expect(answer.lead).toMatchObject({
      fullname: 'Nora',
      gender: 'f',
      birth_date: '1980-04-12',
      height: 65,
      tobacco: 1,
      empty: 0,
      user_id: agent.actor.id,
    });
    expect(await server.stored(answer.id)).not.toHaveProperty('primary');
    await server.probe.waitFor(leadCreated, ({ data }) => data.lead.id === answer.id);
  });

  test('is refused without a name and a birth date, together with what else is wrong', async () => {
    const body = {
      type: 'health' as const,
      email: uniqueEmail('client'),
      phone: uniquePhone(),
      primary: undefined,
    };
    const { refusal, status } = await agent.client.call(restCreateLead, { body });
    expect(status).toBe(422);
    expect(Object.keys(refusal.errors ?? {})).toEqual(expect.arrayContaining(['fullname', 'birth_date']));
  });

  test('is refused without the required set of its form', async () => {
    const {
      credit_rating: _c,
      qualifying_life_event: _q,
      coverage_type: _t,
      ...body
    } = healthInput({
      currently_insured: 1,
    });
    const { refusal } = await agent.client.call(restCreateLead, { body });
    expect(Object.keys(refusal.errors ?? {}).sort()).toEqual([
      'coverage_type',
      'credit_rating',
      'current_company',
      'qualifying_life_event',
    ]);
  });

  test('keeps its spouse and children as they were sent', async () => {
    const lead = await server.givenLead(
      healthInput({ spouse: ada, children: [ada, { ...ada, name: 'Ben' }] }),
      agent,
    );
    expect(await read(lead)).toMatchObject({ spouse: ada, children: [{ name: 'Ada' }, { name: 'Ben' }] });
  });
});

describe('a family', () => {
  const born = (birth_date: string) => ({ ...ada, birth_date });
  const notBorn = 'Please enter a valid year';

  test('of the future is refused at each of its members, with the customer and nothing stored', async () => {
    const body = healthInput({
      birth_date: '2999-01-01',
      spouse: born('2999-01-01'),
      children: [ada, born('1899-12-31')],
    });
    const { status, refusal } = await agent.client.call(restCreateLead, { body });
    expect([status, refusal.errors]).toEqual([
      422,
      { birth_date: notBorn, 'spouse.birth_date': notBorn, 'children.1.birth_date': notBorn },
    ]);
    expect(await server.service.ctx.leads.countDocuments({ email: body.email })).toBe(0);
  });

  test.each<[string, HealthChange, Record<string, string>]>([
    ['a spouse', { spouse: born('2999-01-01') }, { 'spouse.birth_date': notBorn }],
    ['a child', { children: [ada, born('2999-01-01')] }, { 'children.1.birth_date': notBorn }],
  ])('that gets %s of the future is refused and stays as it was', async (_who, fields, errors) => {
    const lead = await server.givenLead(healthInput({ spouse: ada, children: [ada] }), agent);
    const { status, refusal } = await change(lead, fields);
    expect([status, refusal.errors]).toEqual([422, errors]);
    expect(await read(lead)).toMatchObject({ version: lead.version, spouse: ada, children: [ada] });
  });
});

describe('major conditions', () => {
  test.each([
    ['as a list', { medications: ['asthma', 'stroke'] }, ['asthma', 'stroke']],
    ['as a lone code', { medications: 'asthma' }, ['asthma']],
    ['as flags alone', { major_condition_asthma: 1, major_condition_stroke: 0 } as const, ['asthma']],
    ['as a list with its flags', { medications: ['stroke'], ...majorConditionFlags(['stroke']) }, ['stroke']],
    ['not at all', {}, []],
  ])('sent %s are kept as a list and answered with every flag', async (_how, sent, expected) => {
    const lead = await read(await server.givenLead(healthInput(sent), agent));
    expect(lead.medications).toEqual(expected);
    expect(lead).toMatchObject(majorConditionFlags(expected));
    expect(await server.stored(lead.id)).not.toHaveProperty('major_condition_asthma');
  });

  test('of the event are those of the lead', async () => {
    const lead = await server.givenLead(healthInput({ medications: ['asthma'] }), agent);
    await change(lead, { medications: ['cancer'], ...majorConditionFlags(['cancer']) });
    const published = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === lead.id);
    expect(published.data.changed).toEqual(['medications']);
  });
});

describe('a change', () => {
  const whole = {
    currently_insured: 1,
    current_company: 'aetna',
    qualifying_life_event: 'other',
    qualifying_life_event_date: '2026-10-01',
    prescription_medications: 'Albuterol',
    spouse: ada,
    children: [ada],
  } as const;

  test.each<[string, HealthChange, Partial<HealthLead>]>([
    ['to not insured clears the company', { currently_insured: 0 }, { current_company: null }],
    ['to no event clears its date', { qualifying_life_event: 'none' }, { qualifying_life_event_date: null }],
    ['clears the medications', { prescription_medications: null }, { prescription_medications: null }],
    ['removes the spouse', { spouse: null }, { spouse: null, children: [ada] }],
    ['removes the children', { children: [] }, { spouse: ada, children: [] }],
    ['of the city leaves all that', { city: 'Plano' }, { city: 'Plano', ...whole, children: [ada] }],
  ])('%s', async (_what, fields, expected) => {
    const lead = await server.givenLead(healthInput({ ...whole, children: [ada] }), agent);
    const { status } = await change(lead, fields);
    expect(status).toBe(200);
    expect(await read(lead)).toMatchObject({ ...expected, version: lead.version + 1 });
  });

  test('that leaves an insured customer without a company is refused and changes nothing', async () => {
    const lead = await server.givenLead(healthInput(), agent);
    const { refusal } = await change(lead, { currently_insured: 1 });
    expect(refusal.errors).toEqual({ current_company: 'This field is required' });
    expect((await read(lead)).version).toBe(lead.version);
  });

  test('keeps the phone that the status hides', async () => {
    const phone = uniquePhone();
    const lead = await server.givenLead(healthInput({ phone }), agent);
    const params = { id: lead.id };
    await agent.client.call(setLeadStatus, { params, body: { status: 'doNotCall' } });
    const hidden = await read(lead);
    expect(hidden).toMatchObject({ phone: null, phone_hidden: true });
    const { status } = await change(hidden, { city: 'Plano' });
    expect(status).toBe(200);
    expect(await server.stored(lead.id)).toMatchObject({ phone, city: 'Plano' });
  });

  test('from an older version is refused with both values', async () => {
    const lead = await server.givenLead(healthInput({ city: 'Dallas' }), agent);
    await change(lead, { city: 'Plano' });
    const { status, refusal } = await change(lead, { city: 'Waco' });
    expect(status).toBe(409);
    expect(refusal.conflict?.fields).toEqual([{ field: 'city', yours: 'Waco', theirs: 'Plano' }]);
  });
});
