import { z } from 'zod';
import {
  assignLeadCommand,
  createLeadCommand,
  deleteLeadCommand,
  setLeadStatusCommand,
  updateLeadCommand,
} from '@crm/contracts/bus/commands.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import {
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadStatusChanged,
  leadUpdated,
} from '@crm/contracts/bus/events.js';
import { exampleHealthLead } from '@crm/contracts/entities/lead.js';
import { holdLead } from '@crm/contracts/http/holds.js';
import { restChangeLead } from '@crm/contracts/http/leads.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { healthInput, lifeInput } from './test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from './test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
const rejected: Envelope[] = [];
beforeAll(async () => {
  server = await startLeads();
  agent = await server.signIn();
  const { live } = await server.bus.consume({
    queue: 'test.rejected',
    exchange: 'rejected',
    types: [
      createLeadCommand,
      updateLeadCommand,
      setLeadStatusCommand,
      assignLeadCommand,
      deleteLeadCommand,
    ].map(({ type }) => `${type}.rejected`),
    handle: async (envelope) => {
      rejected.push(envelope);
    },
  });
  await live;
});
afterAll(() => server.stop());

const about =
  (lead_id: string) =>
  ({ data }: { data: { lead_id: string } }) =>
    data.lead_id === lead_id;
const external = () => `partner-7:${uniqueId()}`;
const ofFullname = (fullname: string) => server.service.ctx.leads.find({ fullname }).lean();
const refusal = z.object({ code: z.string(), errors: z.record(z.string(), z.string()).optional() });
/** Why a command was refused; undefined where it was not. */
function refusalOf(command: Envelope) {
  const found = rejected.find(({ causationid }) => causationid === command.id);
  return found && refusal.parse(found.data);
}

describe('lead.create', () => {
  test('with a spouse of the future is refused with the field', async () => {
    const { spouse } = exampleHealthLead;
    if (spouse === null) throw new Error('The example has a spouse');
    const lead = healthInput({ spouse: { ...spouse, birth_date: '2999-01-01' } });
    const command = await server.send(createLeadCommand, { data: { external_id: external(), lead } });
    expect(refusalOf(command)).toMatchObject({
      errors: { 'spouse.birth_date': 'Please enter a valid year' },
    });
    expect(await ofFullname(lead.fullname)).toEqual([]);
  });

  test('makes a raw lead from where it says, once for two deliveries', async () => {
    const lead = lifeInput({ source: 'clickListing' });
    await server.send(createLeadCommand, { data: { external_id: external(), lead } }, 2);
    expect(await ofFullname(lead.fullname)).toMatchObject([
      { source_id: 5, empty: 1, user_id: null, changed_by: null, version: 1 },
    ]);
    const published = await server.probe.waitFor(
      leadCreated,
      ({ data }) => data.lead.fullname === lead.fullname,
    );
    expect(published).toMatchObject({ actorrole: 'system', data: { how: 'bus', lead: { empty: 1 } } });
  });

  test('sent anew with the same external id makes no second lead, a deleted one included', async () => {
    const lead = lifeInput();
    const data = { external_id: external(), lead };
    await server.send(createLeadCommand, { data });
    const [made] = await ofFullname(lead.fullname);
    const lead_id = String(made?._id);
    await server.send(createLeadCommand, { data: { ...data, lead: { ...lead, fullname: 'Another Name' } } });
    await server.send(deleteLeadCommand, { data: { lead_id } });
    await server.send(createLeadCommand, { data });
    expect(await ofFullname(lead.fullname)).toEqual([]);
    expect(await ofFullname('Another Name')).toEqual([]);
  });

  test('with a wrong field is refused aloud and tried no more', async () => {
    const lead = lifeInput({ birth_date: '2099-01-01' });
    const command = await server.send(createLeadCommand, { data: { external_id: external(), lead } });
    expect(refusalOf(command)).toEqual({
      code: 'invalid',
      errors: { birth_date: 'Please enter a valid year' },
    });
  });
});

describe('lead.update', () => {
  test('changes fields from the version named, once for two deliveries', async () => {
    const { id } = await server.givenLead(lifeInput(), agent);
    const data = { lead_id: id, lead: { type: 'life' as const, version: 1, address: 'By the bus' } };
    await server.send(updateLeadCommand, { data }, 2);
    expect(await server.stored(id)).toMatchObject({ address: 'By the bus', version: 2, changed_by: null });
    await server.probe.waitFor(leadUpdated, ({ data: { lead } }) => lead.id === id);
    const body = { type: 'life', version: 2, address: 'By hand' } as const;
    await agent.client.call(restChangeLead, { params: { id }, body });
    const late = await server.send(updateLeadCommand, { data });
    expect(refusalOf(late)?.code).toBe('conflict');
    expect(await server.stored(id)).toMatchObject({ address: 'By hand' });
  });

  test('of a lead that is not there, or that somebody holds, is refused aloud', async () => {
    const lead = { type: 'life' as const, version: 1, address: 'X' };
    const lost = await server.send(updateLeadCommand, { data: { lead_id: uniqueId(), lead } });
    expect(refusalOf(lost)?.code).toBe('not_found');
    const { id } = await server.givenLead(lifeInput(), agent);
    await agent.client.call(holdLead, { params: { id }, body: { holder: 'w1' } });
    const locked = await server.send(updateLeadCommand, { data: { lead_id: id, lead } });
    expect(refusalOf(locked)?.code).toBe('locked');
  });
});

test('lead.set-status saves a status and tells it once for two deliveries; the lead stays raw', async () => {
  const lead = lifeInput();
  await server.send(createLeadCommand, { data: { external_id: external(), lead } });
  const [made] = await ofFullname(lead.fullname);
  const lead_id = String(made?._id);
  await server.send(setLeadStatusCommand, { data: { lead_id, status: 'followUp' } }, 2);
  expect(await server.stored(lead_id)).toMatchObject({ status: 'followUp', empty: 1, version: 2 });
  await server.probe.waitFor(leadStatusChanged, about(lead_id));
});

test('lead.set-status and lead.update never make a lead new again', async () => {
  const { id } = await server.givenLead(lifeInput({ status: 'emailed' }), agent);
  const loose = { ...setLeadStatusCommand, data: z.object({ lead_id: z.string(), status: z.string() }) };
  const alone = await server.send(loose, { data: { lead_id: id, status: 'newLead' } });
  const lead = { type: 'life', version: 1, status: 'newLead' } as const;
  const withFields = await server.send(updateLeadCommand, { data: { lead_id: id, lead } });
  for (const command of [alone, withFields])
    expect(refusalOf(command)).toEqual({
      code: 'invalid',
      errors: { status: 'Choose another status: a new lead cannot be saved as one' },
    });
  expect(await server.stored(id)).toMatchObject({ status: 'emailed', version: 1 });
});

test('lead.assign gives a lead to an agent once for two deliveries, and to nobody with 0', async () => {
  const { id } = await server.givenLead();
  const first = { lead_id: id, agent_id: agent.actor.id };
  const given = await server.send(assignLeadCommand, { data: first }, 2);
  expect(await server.stored(id)).toMatchObject({ agent_fullname: agent.actor.fullname, version: 2 });
  await server.send(assignLeadCommand, { data: { lead_id: id, agent_id: 0 } });
  await server.bus.publish([given]);
  expect(await server.stored(id)).toMatchObject({ user_id: null, version: 3 });
  const published = await server.probe.waitFor(
    leadAssigned,
    ({ data }) => data.lead_id === id && data.to === 0,
  );
  expect(published.data).toMatchObject({ from: agent.actor.id, how: 'manual' });
  const unfit = await server.send(assignLeadCommand, { data: { lead_id: id, agent_id: uniqueId() } });
  expect(Object.keys(refusalOf(unfit)?.errors ?? {})).toContain('agent');
});

test('lead.delete deletes, and is content the second time; what never was is refused', async () => {
  const { id } = await server.givenLead();
  const command = await server.send(deleteLeadCommand, { data: { lead_id: id } }, 2);
  await server.probe.waitFor(leadDeleted, about(id));
  expect(refusalOf(command)).toBeUndefined();
  const lost = await server.send(deleteLeadCommand, { data: { lead_id: uniqueId() } });
  expect(refusalOf(lost)?.code).toBe('not_found');
});

test('a command of the wrong shape is refused with its fields', async () => {
  const loose = { ...setLeadStatusCommand, data: z.object({ lead_id: z.string(), status: z.string() }) };
  const command = await server.send(loose, { data: { lead_id: 'none', status: 'sold' } });
  expect(Object.keys(refusalOf(command)?.errors ?? {})).toContain('status');
});
