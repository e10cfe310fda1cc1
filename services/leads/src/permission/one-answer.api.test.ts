import { userUpdated } from '@crm/contracts/bus/events.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Permission } from '@crm/contracts/customers/contact.js';
import { openLead } from '@crm/contracts/http/opening.js';
import {
  allowContact,
  leadPermission,
  mayContact,
  permissionOfRows,
} from '@crm/contracts/http/permission.js';
import { doNotContact } from '@crm/contracts/resources/do-not-contact.js';
import { setLeadStatus } from '@crm/contracts/http/leads.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { commandsAbout } from '../test/commands-about.js';
import { licencesFor, lifeInput } from '../test/builders.js';
import { until } from '../test/until.js';
import { createUsersAtHand } from '../users/users-at-hand.js';
import { askPermission } from './ask-permission.js';
import { optOut } from './do-not-contact.js';
import { permissionOfRows as permissionOfRowsIn } from './permission-of-rows.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
beforeEach(async () => {
  server = await startLeads();
});
afterEach(() => server.stop());

const asked = async (lead: Lead, channel: 'call' | 'text', more: object = {}): Promise<Permission> => {
  const body = { lead_id: lead.id, phone: lead.phone ?? '', channel, user_id: agent.user.id, ...more };
  const {
    decision_id: _id,
    purpose: _purpose,
    ...answer
  } = (await server.internal.call(mayContact, { body })).answer;
  return answer;
};
const shown = async (lead: Lead, channel: 'call' | 'text') => {
  const params = { id: lead.id };
  const { answer } = await agent.client.call(leadPermission, { params });
  const opened = await agent.client.call(openLead, { params, body: { holder: 'one-answer' } });
  expect(opened.answer.permission.ways).toEqual(answer.ways);
  const other = await givenIn('TX');
  const rows = await agent.client.call(permissionOfRows, { body: { ids: [other.id, lead.id] } });
  const row = rows.answer.leads.find(({ id }) => id === lead.id);
  expect(row).toMatchObject({ zones: answer.zones, changes_at: answer.changes_at });
  for (const by of ['call', 'text'] as const) {
    expect(row?.[by]).toEqual(answer.ways.find(({ channel: each }) => each === by)?.permission);
  }
  return answer.ways.find((way) => way.place === 'phone' && way.channel === channel)?.permission;
};

const inState = (state: 'TX' | 'RI' | 'FL' | 'CA') => ({ TX: '214', RI: '401', FL: '305', CA: '415' })[state];
const givenIn = (state: 'TX' | 'RI' | 'FL' | 'CA') =>
  server.givenLead(
    lifeInput({
      state,
      phone: `+1${inState(state)}555${uniqueId().replace(/\D/g, '').slice(-4).padStart(4, '0')}`,
    }),
    agent,
  );

// Friday, 12:00 in New York, 11:00 in Texas, 9:00 in California.
const noon = '2026-11-20T17:00:00.000Z';
const tooEarlyInCalifornia = '2026-11-20T15:00:00.000Z';
const sunday = '2026-11-22T17:00:00.000Z';

interface Situation {
  rule: Permission['rule'];
  at?: string;
  lead: () => Promise<Lead>;
}

/** What has to be so that a lead may or may not be contacted, and the rule that says so. */
const situations: Record<string, Situation> = {
  'nothing speaks against it': { rule: null, lead: () => givenIn('TX') },
  'it is too early there': { rule: 'hours', at: tooEarlyInCalifornia, lead: () => givenIn('CA') },
  'it is Sunday in Rhode Island': { rule: 'hours', at: sunday, lead: () => givenIn('RI') },
  'an admin has closed the number': {
    rule: 'do_not_contact',
    lead: async () => {
      const lead = await givenIn('TX');
      const body = { address: lead.phone ?? '', channel: 'all' as const, reason: 'Asked for it' };
      await server.admin.client.call(doNotContact.calls.create, { body: { ...body, lead_id: lead.id } });
      return lead;
    },
  },
  'its status is doNotCall': {
    rule: 'do_not_contact',
    lead: async () => {
      const lead = await givenIn('TX');
      await agent.client.call(setLeadStatus, { params: { id: lead.id }, body: { status: 'doNotCall' } });
      await until('its number on the list', async () =>
        (await server.service.ctx.doNotContact.countDocuments({ address: lead.phone })) > 0
          ? true
          : undefined,
      );
      return lead;
    },
  },
  'the person was tried three times today': {
    rule: 'attempts',
    lead: async () => {
      const lead = await givenIn('FL');
      for (const attempt_id of ['one', 'two', 'three']) await asked(lead, 'call', { attempt_id });
      return lead;
    },
  },
  'an admin has set the hours aside': {
    rule: 'hours',
    at: tooEarlyInCalifornia,
    lead: async () => {
      const lead = await givenIn('CA');
      for (const channel of ['call', 'text'] as const) {
        const body = {
          place: 'phone' as const,
          channel,
          reason: 'Asked for seven',
          requested_on: '2026-11-20',
          minutes: 60,
        };
        await server.admin.client.call(allowContact, { params: { id: lead.id }, body });
      }
      return lead;
    },
  },
};

describe('one answer in the table, on the page, before an attempt, as it is made and by the dialler', () => {
  test.each(Object.entries(situations))('where %s', async (_what, { rule, at = noon, lead: given }) => {
    server.clock.set(at);
    const licences = licencesFor(['TX', 'CA', 'FL', 'RI']);
    agent = await server.signIn({ licences });
    const lead = await given();
    for (const channel of ['call', 'text'] as const) {
      const button = await shown(lead, channel);
      expect(button).toMatchObject({ rule });
      expect(await asked(lead, channel)).toEqual(button);
      expect(await asked(lead, channel, { attempt_id: `made by ${channel}` })).toEqual(button);
    }
    expect(await asked(lead, 'call', { automated: true, user_id: null })).toEqual(await shown(lead, 'call'));
  });
});

describe('of the rows of a table', () => {
  beforeEach(async () => {
    server.clock.set(noon);
    agent = await server.signIn({ licences: licencesFor(['TX', 'CA', 'FL', 'RI']) });
  });
  const rows = async ({ client }: Pick<SignedIn, 'client'>, ids: readonly string[]) =>
    (await client.call(permissionOfRows, { body: { ids: [...ids] } })).answer.leads;

  test('each is answered by its own place, attempts, entries and overrides', async () => {
    const [free, tried, early] = [await givenIn('FL'), await givenIn('FL'), await givenIn('CA')];
    for (const attempt_id of ['one', 'two', 'three']) await asked(tried, 'call', { attempt_id });
    server.clock.set(tooEarlyInCalifornia);
    const found = await rows(agent, [free.id, tried.id, early.id]);
    const ruleOf = ({ id }: Lead) => found.find((row) => row.id === id)?.call?.rule;
    expect([free, tried, early].map(ruleOf)).toEqual([null, 'attempts', 'hours']);
  });

  test('what another agent has, what is gone and what nobody knows are left out', async () => {
    const own = await givenIn('TX');
    const other = await server.signIn({ licences: licencesFor(['TX']) });
    const foreign = await server.givenLead(lifeInput({ state: 'TX' }), other);
    const ids = [own.id, foreign.id, '66f0a1b2c3d4e5f6010203ff'];
    expect((await rows(agent, ids)).map(({ id }) => id)).toEqual([own.id]);
    expect((await rows(server.admin, ids)).map(({ id }) => id).sort()).toEqual([own.id, foreign.id].sort());
    expect((await server.stranger.call(permissionOfRows, { body: { ids } })).status).toBe(403);
    const tooMany = { ids: Array.from({ length: 101 }, () => own.id) };
    expect((await agent.client.call(permissionOfRows, { body: tooMany })).status).toBe(422);
  });

  test('a word of the customer closes its row with the very next answer, in every process', async () => {
    const lead = await givenIn('TX');
    const replica = await server.replica();
    expect((await rows(agent, [lead.id]))[0]?.text).toMatchObject({ allowed: true });
    await optOut(server.service.ctx, 'system', {
      ...{ address: lead.phone ?? '', channel: 'all', how: 'keyword', by: null },
      ...{ lead_id: lead.id, reason: null },
    });
    const answers = await Promise.all(
      [server.service, replica].map(({ ctx }) => permissionOfRowsIn(ctx, agent.actor, [lead.id])),
    );
    for (const { leads } of answers) expect(leads[0]?.text).toMatchObject({ rule: 'do_not_contact' });
  });

  test('the store is asked twice, however many rows there are', async () => {
    const leads = [await givenIn('TX'), await givenIn('FL'), await givenIn('CA'), await givenIn('RI')];
    const ids = leads.map(({ id }) => id);
    await rows(agent, ids);
    const commands = await commandsAbout(server, ids, () =>
      permissionOfRowsIn(server.service.ctx, agent.actor, ids),
    );
    expect(commands).toEqual(['aggregate donotcontact', 'find leads']);
  });
});

test('whoever is banned gets none from then on, in every process, whoever had read them a moment before', async () => {
  agent = await server.signIn({ licences: licencesFor(['TX']) });
  server.clock.set(noon);
  const lead = await givenIn('TX');
  const replica = await server.replica();
  const body = {
    ...{ lead_id: lead.id, phone: lead.phone ?? '', channel: 'call' as const, user_id: agent.user.id },
    ...{ purpose: 'sales' as const, prerecorded: false, automated: false },
  };
  const processes = [server.service, replica].map(({ ctx }) => ({
    ...ctx,
    usersAtHand: createUsersAtHand(ctx.users, () => 0),
  }));
  const rules = async () => {
    const answers = await Promise.all(processes.map((ctx) => askPermission(ctx, 'telephony', body)));
    return answers.map(({ rule }) => rule);
  };
  expect(await rules()).toEqual([null, null]);
  const version = agent.user.version + 1;
  await server.send(userUpdated, { sequence: version, data: { ...agent.user, version, banned: 1 } });
  expect(await rules()).toEqual(['actor', 'actor']);
});
