import type { Actor } from '@crm/contracts/access.js';
import type { Caller } from '@crm/contracts/endpoint/endpoint.js';
import { exampleFollowup } from '@crm/contracts/entities/followup.js';
import { saveBeneficiary } from '@crm/contracts/http/beneficiaries.js';
import { listConsents, recordConsent } from '@crm/contracts/http/consents.js';
import { getLead, restChangeLead } from '@crm/contracts/http/leads.js';
import { holdLead, releaseLead } from '@crm/contracts/http/holds.js';
import { listAllFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import { createNote, listNotes } from '@crm/contracts/http/notes.js';
import { openLead } from '@crm/contracts/http/opening.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { mountAll, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestServer, type TestServer } from '@crm/platform/testing/test-server.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { optOut } from '../permission/do-not-contact.js';
import { lifeInput } from '../test/builders.js';
import { commandsAbout } from '../test/commands-about.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

const texts = listTexts.answer.parse(listTexts.example.answer);
const followups = [exampleFollowup, { ...exampleFollowup, id: uniqueId() }];
/** What the services beside leads were asked: of which lead, by whom, and who vouched for them. */
let asked: string[] = [];
let isAway = false;
const neighbours: TestServer[] = [];

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  const clock = new ManualClock();
  const tokens = createTestTokens(clock);
  const answering = (who: Actor, leadId: string, vouchedBy: Caller | undefined) => {
    asked.push(`${leadId} ${who.id} ${vouchedBy ?? 'nobody'}`);
    if (isAway) throw unavailable('The store is out of reach');
  };
  const neighbour = async (service: 'messaging' | 'followups', of: Route) => {
    const mount: Parameters<typeof startTestServer>[0]['mount'] = (router, deps) => {
      mountAll(router, deps, [of]);
    };
    const started = await startTestServer({ service, clock, tokens, mount });
    neighbours.push(started);
    return started.url;
  };
  const ofMessaging = route(listTexts, async (who, { params }, { vouchedBy }) => {
    answering(who, params.id, vouchedBy);
    return texts;
  });
  const ofFollowups = route(listAllFollowupsOfLead, async (who, { params }, { vouchedBy }) => {
    answering(who, params.leadId, vouchedBy);
    return { followups };
  });
  const addresses = {
    MESSAGING_URL: await neighbour('messaging', ofMessaging),
    FOLLOWUPS_URL: await neighbour('followups', ofFollowups),
  };
  server = await startLeads(addresses, clock, tokens);
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});
afterAll(async () => {
  await server.stop();
  await Promise.all(neighbours.map((each) => each.close()));
});
beforeEach(() => {
  asked = [];
  isAway = false;
});

const open = ({ client }: SignedIn, id: string, holder = 'w1') =>
  client.call(openLead, { params: { id }, body: { holder } });

/** A lead that somebody consented for, and by default once more for a number that it had before. */
async function leadWithConsents({ oldNumber = true } = {}) {
  const { id, phone, version } = await server.givenLead(lifeInput(), agent);
  const record = (at: string) =>
    agent.client.call(recordConsent, {
      params: { id },
      body: { kind: 'written', channels: ['call'], places: ['phone'], at, wording: 'I agree to calls' },
    });
  await record('2026-11-19T16:00:00.000Z');
  if (oldNumber) {
    const body = { type: 'life' as const, version, phone: lifeInput().phone };
    await agent.client.call(restChangeLead, { params: { id }, body });
    server.clock.advance(1_000);
    await record('2026-11-20T16:00:00.000Z');
  }
  const { lead } = (await agent.client.call(getLead, { params: { id } })).answer;
  return { lead, before: phone ?? '', after: lead.phone ?? '' };
}

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

  test('brings its texts and all of its follow-ups, each asked for once by who opens it, for whom leads vouches', async () => {
    const { id } = await server.givenLead(lifeInput(), agent);
    const { answer } = await open(agent, id);
    expect([answer.texts, answer.followups]).toEqual([texts, followups]);
    const question = `${id} ${agent.actor.id} leads`;
    expect(asked).toEqual([question, question]);
  });

  test('brings the consents that are listed of it with their opt-outs, those of a number that it has no more too', async () => {
    const { lead, before, after } = await leadWithConsents();
    const listOptOut = (address: string) =>
      optOut(server.service.ctx, 'system', {
        ...{ address, channel: 'all', how: 'keyword', by: null, lead_id: null, reason: null },
      });
    await Promise.all([before, after].map(listOptOut));
    const listed = await agent.client.call(listConsents, { params: { id: lead.id } });
    const { answer } = await open(agent, lead.id);
    expect(answer.consents).toEqual(listed.answer.consents);
    expect(answer.consents.map(({ addresses, opt_outs }) => [addresses, opt_outs.length])).toEqual([
      [[after], 1],
      [[before], 1],
    ]);
  });

  test('asks the store for nothing twice', async () => {
    const { lead } = await leadWithConsents({ oldNumber: false });
    const note = { user_id: agent.user.id, lead_id: lead.id, message: 'Calls at six' };
    await agent.client.call(createNote, { body: note });
    await open(agent, lead.id);
    await agent.client.call(releaseLead, { params: { id: lead.id, holder: 'w1' } });
    // Told of anew, so that nothing of the agent is at hand: who asks, whose lead it is and who wrote the note.
    await server.signIn({ ...agent.user, version: agent.user.version + 1 });
    const commands = await commandsAbout(server, [lead.id, lead.phone ?? '', agent.actor.id], () =>
      open(agent, lead.id),
    );
    expect(commands).toEqual([
      'aggregate donotcontact',
      'find notes',
      'find users',
      'findOneAndUpdate leads',
    ]);
  });

  test('vouches for nobody who may not work it', async () => {
    const [own, busy] = [await server.givenLead(lifeInput(), other), await server.givenLead()];
    await open(other, busy.id);
    asked = [];
    expect([(await open(agent, own.id)).status, (await open(agent, busy.id)).status]).toEqual([404, 423]);
    expect(asked).toEqual([]);
  });

  test('leaves out what another service does not answer', async () => {
    const { id } = await server.givenLead();
    isAway = true;
    const { answer } = await open(agent, id);
    expect(answer).toMatchObject({ held: true, lead: { id } });
    expect(answer).not.toHaveProperty('texts');
    expect(answer).not.toHaveProperty('followups');
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
