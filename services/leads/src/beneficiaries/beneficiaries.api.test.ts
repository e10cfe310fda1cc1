import { leadUpdated } from '@crm/contracts/bus/events.js';
import {
  autoPercentOfBeneficiary,
  listBeneficiaries,
  saveBeneficiary,
  type BeneficiaryInput,
} from '@crm/contracts/http/beneficiaries.js';
import { deleteLead } from '@crm/contracts/http/leads.js';
import { holdLead } from '@crm/contracts/http/holds.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.signIn();
});

const wife: BeneficiaryInput = {
  name: 'Ngozi Okafor',
  relative_id: 3,
  dob: '01/31/1960',
  location: 'TX',
  work_status: 'Nurse',
  percent: 60,
};
const save = (
  leadId: string,
  slot: number,
  change: Partial<BeneficiaryInput> = {},
  { client }: SignedIn = agent,
) =>
  client.call(saveBeneficiary, {
    params: { leadId, number: String(slot) },
    body: { ...wife, ...change },
  });
const filled = async (leadId: string, { client }: SignedIn = agent) =>
  (await client.call(listBeneficiaries, { params: { leadId } })).answer.beneficiaries;
const auto = (leadId: string, slot: number, { client }: SignedIn = agent) =>
  client.call(autoPercentOfBeneficiary, { params: { leadId, number: String(slot) } });
const given = () => server.givenLead(lifeInput(), agent);

describe('a beneficiary', () => {
  test('fills a slot, stands as ISO in the store, and is told of as a change of the lead', async () => {
    const lead = await given();
    expect(await filled(lead.id)).toEqual([]);
    const { answer } = await save(lead.id, 2, { name: ' Ngozi Okafor ' });
    const beneficiary = { number: 2, ...wife, grand_kids: null };
    expect(answer).toEqual({ status: 'success', message: 'Beneficiary saved', beneficiary });
    expect(await filled(lead.id)).toEqual([beneficiary]);
    expect(await server.stored(lead.id)).toMatchObject({
      version: 2,
      changed_by: agent.actor.fullname,
      beneficiaries: [{ number: 2, dob: '1960-01-31', percent: 60 }],
    });
    const event = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === lead.id);
    expect(event).toMatchObject({ sequence: 2, data: { changed: ['beneficiaries'] } });
  });

  test('saved again as it is changes nothing; otherwise it takes the place of the former', async () => {
    const lead = await given();
    await save(lead.id, 1);
    expect((await save(lead.id, 1)).status).toBe(200);
    expect(await server.stored(lead.id)).toMatchObject({ version: 2 });
    await save(lead.id, 3, { percent: 40 });
    await save(lead.id, 1, { name: 'Ngozi Adeyemi', percent: 50 });
    expect((await filled(lead.id)).map(({ number, name, percent }) => [number, name, percent])).toEqual([
      [1, 'Ngozi Adeyemi', 50],
      [3, 'Ngozi Okafor', 40],
    ]);
  });

  test('keeps the field that its relative has, whatever else is sent', async () => {
    const lead = await given();
    const { answer } = await save(lead.id, 1, { relative_id: 1, grand_kids: 'Two', work_status: 'Nurse' });
    expect(answer.beneficiary).toMatchObject({ relative_id: 1, grand_kids: 'Two', work_status: null });
    const wrong = await save(lead.id, 1, { relative_id: 2, grand_kids: null, work_status: 'Nurse' });
    expect(wrong.refusal.errors).toEqual({ grand_kids: 'This field is required' });
  });

  test('is refused with every wrong field at once', async () => {
    const lead = await given();
    const required = 'This field is required';
    const empty = { name: ' ', relative_id: null, dob: '', location: '', percent: 0 } as const;
    const { status, refusal } = await save(lead.id, 1, empty);
    expect(status).toBe(422);
    expect(refusal.errors).toEqual({
      name: required,
      relative_id: required,
      dob: required,
      location: required,
      percent: 'From 1 to 100',
    });
    expect((await save(lead.id, 1, { dob: '1960-01-31' })).refusal.errors).toEqual({ dob: 'mm/dd/yyyy' });
    expect((await save(lead.id, 1, { location: 'ZZ' as never })).status).toBe(422);
    expect((await save(lead.id, 1, { relative_id: 6 as never })).status).toBe(422);
    for (const slot of [0, 4]) expect((await save(lead.id, slot)).status).toBe(422);
    expect(await server.stored(lead.id)).toMatchObject({ version: 1 });
  });

  test('belongs to life leads alone', async () => {
    const lead = await server.givenLead(healthInput(), agent);
    expect((await save(lead.id, 1)).refusal.errors).toEqual({
      lead: 'Only life leads have beneficiaries',
    });
    expect(await filled(lead.id)).toEqual([]);
  });
});

describe('the percents of a lead', () => {
  test('never exceed 100', async () => {
    const lead = await given();
    await save(lead.id, 1, { percent: 60 });
    expect((await save(lead.id, 2, { percent: 41 })).refusal.errors).toEqual({
      percent: 'The other beneficiaries leave 40%',
    });
    expect((await save(lead.id, 2, { percent: 40 })).status).toBe(200);
    expect((await save(lead.id, 3, { percent: 1 })).refusal.errors).toEqual({
      percent: 'The other beneficiaries already have 100%',
    });
    expect((await save(lead.id, 1, { percent: 59 })).status).toBe(200);
    expect((await save(lead.id, 3, { percent: 1 })).status).toBe(200);
  });

  test('do not exceed 100 when all slots are saved at once', async () => {
    const lead = await given();
    const answers = await Promise.all([1, 2, 3].map((slot) => save(lead.id, slot, { percent: 45 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect((await filled(lead.id)).map(({ percent }) => percent)).toEqual([45, 45]);
  });

  test('come by themselves from what is left, and to exactly 100', async () => {
    const lead = await given();
    for (const [slot, percent] of [
      [1, 34],
      [2, 33],
      [3, 33],
    ] as const) {
      expect((await auto(lead.id, slot)).answer).toEqual({ percent });
      await save(lead.id, slot, { percent });
    }
    await save(lead.id, 2, { percent: 3 });
    expect((await auto(lead.id, 3)).answer).toEqual({ percent: 63 });
    // Asking saves nothing.
    expect((await filled(lead.id)).map(({ percent }) => percent)).toEqual([34, 3, 33]);
  });
});

test('another agent’s lead has none to read or to save', async () => {
  const lead = await given();
  const other = await server.signIn();
  const params = { leadId: lead.id };
  expect((await other.client.call(listBeneficiaries, { params })).status).toBe(404);
  expect((await auto(lead.id, 1, other)).status).toBe(404);
  expect((await save(lead.id, 1, {}, other)).status).toBe(404);
  expect((await save(uniqueId(), 1)).status).toBe(404);
  expect((await server.stranger.call(listBeneficiaries, { params })).refusal.code).toBe('session_ended');
});

test('a lead that somebody else holds is read, and not changed, by an admin neither', async () => {
  const lead = await given();
  await agent.client.call(holdLead, { params: { id: lead.id }, body: { holder: 'w1' } });
  const locked = await save(lead.id, 1, {}, server.admin);
  expect(locked.status).toBe(423);
  expect(locked.refusal).toMatchObject({ code: 'locked', lead_id: lead.id });
  expect(await filled(lead.id, server.admin)).toEqual([]);
  expect((await save(lead.id, 1)).status).toBe(200);
});

test('nothing of them stays when the lead is deleted', async () => {
  const lead = await given();
  await save(lead.id, 1);
  await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
  const tombstone = await server.stored(lead.id);
  expect(tombstone).toHaveProperty('deletedAt');
  expect(tombstone).not.toHaveProperty('beneficiaries');
  expect((await save(lead.id, 1)).status).toBe(404);
});
