import { saveBeneficiary } from '@crm/contracts/http/beneficiaries.js';
import { getLead, holdLead } from '@crm/contracts/http/leads.js';
import { createNote, listNotes } from '@crm/contracts/http/notes.js';
import { openLead } from '@crm/contracts/http/opening.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});
afterAll(() => server.stop());

const open = ({ client }: SignedIn, id: string, holder = 'w1') =>
  client.call(openLead, { params: { id }, body: { holder } });

describe('opening a lead', () => {
  test('holds it and answers what the calls for its page answer', async () => {
    const { id } = await server.givenLead(lifeInput(), agent);
    const { client } = agent;
    await client.call(createNote, { body: { user_id: agent.user.id, lead_id: id, message: 'Calls at six' } });
    const body = {
      ...{ name: 'Kim Lee', dob: '02/03/1990', location: 'TX' as const },
      relative_id: 1 as const,
      grand_kids: '2',
      percent: 40,
    };
    await client.call(saveBeneficiary, { params: { leadId: id, number: '1' }, body });

    const { answer } = await open(agent, id);
    expect(answer).toMatchObject({
      status: 'info',
      held: true,
      lead: { busy: 1, busy_user_id: agent.actor.id },
    });
    const [lead, permission, notes] = await Promise.all([
      client.call(getLead, { params: { id } }),
      client.call(leadPermission, { params: { id } }),
      client.call(listNotes, { params: { leadId: id } }),
    ]);
    expect(answer.lead).toEqual(lead.answer.lead);
    expect(answer.permission).toEqual(permission.answer);
    expect(answer.notes).toEqual(notes.answer.notes);
    expect(answer.beneficiaries).toMatchObject([{ number: 1, name: body.name }]);
    expect((await other.client.call(holdLead, { params: { id }, body: { holder: 'x' } })).status).toBe(404);
  });

  test('is refused as the hold is: 423 where somebody has it open, 404 where it is nobody of theirs', async () => {
    const [free, own] = [await server.givenLead(), await server.givenLead(lifeInput(), other)];
    await open(agent, free.id);
    const refused = await open(other, free.id);
    expect(refused.status).toBe(423);
    expect(refused.refusal).toMatchObject({ lead_id: free.id });
    expect((await open(agent, own.id)).status).toBe(404);
    expect((await open(agent, uniqueId())).status).toBe(404);
  });

  test('lets an admin read a lead that somebody else holds', async () => {
    const lead = await server.givenLead();
    await open(agent, lead.id);
    const { answer } = await open(server.admin, lead.id);
    expect(answer).toMatchObject({ held: false, lead: { busy_user_id: agent.actor.id } });
  });
});
