import { Types } from 'mongoose';
import { userUpdated } from '@crm/contracts/bus/events.js';
import { licenceExpiring } from '@crm/contracts/bus/licence-events.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { listSuitableAgents, updateAgent } from '@crm/contracts/http/agents.js';
import { importLicences, licences, licensedAgents, type Licence } from '@crm/contracts/resources/licence.js';
import type { Clock } from '@crm/platform/clock.js';
import type { CallInput } from '@crm/platform/http/call-address.js';
import { startAuth, wrongFields, type AuthServer, type SignedIn } from '../test/auth-server.js';
import { licenceMigration } from './licence-migration.js';
import { licenceJob } from './warn-about-licences.js';

/** The clock of these tests is on 20 November 2026. */
const [today, in30Days] = ['2026-11-20', '2026-12-20'];
const { list, one, create, change, remove } = licences.calls;

let server: AuthServer;
beforeAll(async () => {
  server = await startAuth({ hashing: 'quick' });
});
afterAll(() => server.stop());

const stored = async ({ user }: SignedIn) => {
  const found = await server.service.ctx.models.users.findById(user.id).lean();
  if (found === null) throw new Error('The user is gone');
  return found;
};
const listOf = async ({ user }: SignedIn): Promise<Licence[]> => {
  const query = { filter: JSON.stringify({ agent_id: [user.id] }), sort: '["state","ASC"]' };
  return (await server.admin.call(list, { query })).answer;
};
const active = {
  number: '2041877',
  from: '2025-03-01',
  until: '2027-02-28',
  status: 'active',
  proof: '',
} as const;
const inVermont = { ...active, state: 'VT', line: 'life' } as const;
const add = (agent: SignedIn, given: Partial<CallInput<typeof create>['body']> = {}) =>
  server.admin.call(create, { body: { ...inVermont, agent_id: agent.user.id, ...given } });
const saveStates = (agent: SignedIn, states: string[], subroles: (1 | 2)[] = [1]) =>
  server.raw(
    updateAgent,
    server.adminToken,
    { fname: agent.user.fname, lname: agent.user.lname, email: agent.user.email, states, subroles },
    { id: agent.user.id },
  );
const short = ({ state, line, status, from, until }: Licence) => [state, line, status, from, until].join(' ');

describe('states of an account', () => {
  test('make licences to be checked for the lines of its sub-roles, valid for 30 days', async () => {
    const life = await server.newUser({ states: ['TX'], subroles: [1] });
    const both = await server.newUser({ states: ['TX'], subroles: [1, 2] });
    const none = await server.newUser({ states: ['NV'], subroles: [] });
    expect((await listOf(life)).map(short)).toEqual([`TX life to_check ${today} ${in30Days}`]);
    expect((await listOf(both)).map(({ line }) => line).sort()).toEqual(['health', 'life']);
    expect((await listOf(none)).map(({ line }) => line).sort()).toEqual(['health', 'life']);
    expect(life.user.licences).toEqual([{ state: 'TX', line: 'life', from: today, until: in30Days }]);
  });

  test('and licences never contradict each other', async () => {
    const agent = await server.newUser({ states: ['TX', 'OK'] });
    expect((await saveStates(agent, ['OK', 'VT'])).status).toBe(200);
    expect((await listOf(agent)).map(short)).toEqual([
      `OK life to_check ${today} ${in30Days}`,
      `TX life inactive ${today} ${in30Days}`,
      `VT life to_check ${today} ${in30Days}`,
    ]);
    const event = await server.probe.waitFor(
      userUpdated,
      ({ data }) => data.id === agent.user.id && data.states.includes('VT'),
    );
    expect(event.data.licences.map(({ state }) => state).sort()).toEqual(['OK', 'VT']);
    expect((await stored(agent)).states).toEqual(['OK', 'VT']);
  });

  test('that stay leave the licences as they are', async () => {
    const agent = await server.newUser({ states: ['TX'] });
    const { version } = await stored(agent);
    await saveStates(agent, ['TX'], [1, 2]);
    expect(await stored(agent)).toMatchObject({
      version: version + 1,
      licences: [{ line: 'life', version: 1 }],
    });
  });
});

describe('an admin', () => {
  test('adds a licence, and its state becomes one of the agent’s', async () => {
    const agent = await server.newUser();
    const { status, answer } = await add(agent);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ ...inVermont, agent: agent.user.fullname, version: 1 });
    expect(await stored(agent)).toMatchObject({ states: ['VT'], account_version: 2 });
    const event = await server.probe.waitFor(recordChanged, ({ data }) => data.id === answer.id);
    expect(event.data).toMatchObject({ resource: 'licences', change: 'created', user_id: agent.user.id });
  });

  test('cannot add a second one for the same state and line', async () => {
    const agent = await server.newUser({ states: ['VT'] });
    const { status, refusal } = await add(agent);
    expect([status, refusal.code]).toEqual([409, 'already_exists']);
    expect((await add(agent, { line: 'health' })).status).toBe(200);
  });

  test.each([
    ['an end before its beginning', { until: '2025-02-28' }, 'until'],
    ['no number though it is active', { number: '' }, 'number'],
    ['more than 30 days to be checked', { status: 'to_check', from: today, until: '2026-12-21' }, 'until'],
    ['no end though it is to be checked', { status: 'to_check', until: null }, 'until'],
    ['a date that is none', { from: '2026-02-30' }, 'from'],
    ['no state', { state: 'XX' }, 'state'],
  ])('cannot add one with %s', async (_what, given, field) => {
    const agent = await server.newUser();
    const { status, body } = await server.raw(create, server.adminToken, {
      ...inVermont,
      agent_id: agent.user.id,
      ...given,
    });
    expect(status).toBe(422);
    expect(wrongFields({ body })).toEqual([field]);
    expect((await stored(agent)).licences).toEqual([]);
  });

  test('cannot give one to a guide', async () => {
    const guide = await server.newUser({ role_id: 3, subroles: [] });
    expect((await add(guide)).refusal.errors).toHaveProperty('agent_id');
  });

  test('changes one at its version, and an inactive one takes the state away', async () => {
    const agent = await server.newUser();
    const { answer } = await add(agent);
    const params = { id: answer.id };
    const body = { ...active, number: '99', version: 1 };
    expect((await server.admin.call(change, { params, body })).answer).toMatchObject({
      number: '99',
      version: 2,
    });
    const late = await server.admin.call(change, { params, body: { ...body, number: '7' } });
    expect([late.status, late.refusal.conflict]).toEqual([
      409,
      expect.objectContaining({ version: 2, fields: [{ field: 'number', yours: '7', theirs: '99' }] }),
    ]);
    await server.admin.call(change, { params, body: { ...body, version: 2, status: 'inactive' } });
    expect(await stored(agent)).toMatchObject({ states: [] });
    const told = await server.probe.waitFor(
      userUpdated,
      ({ data }) => data.id === agent.user.id && data.licences.length === 0 && data.states.length === 0,
    );
    expect(told.data.id).toBe(agent.user.id);
  });

  test('deletes one', async () => {
    const agent = await server.newUser();
    const { answer } = await add(agent);
    const params = { id: answer.id };
    expect((await server.admin.call(remove, { params })).answer).toEqual(answer);
    expect((await server.admin.call(one, { params })).status).toBe(404);
    expect(await stored(agent)).toMatchObject({ states: [], licences: [] });
  });

  test('searches, filters, sorts and pages the list', async () => {
    const agent = await server.newUser({ fname: 'Zenobia', states: ['AL', 'AK', 'AZ'] });
    await add(agent, { number: 'ZX-88' });
    const ask = async (filter: object, sort = '["state","DESC"]', range = '[0,9]') =>
      (await server.admin.call(list, { query: { filter: JSON.stringify(filter), sort, range } })).answer.map(
        ({ state }) => state,
      );
    expect(await ask({ q: 'zeno' })).toEqual(['VT', 'AZ', 'AL', 'AK']);
    expect(await ask({ q: 'zx 88' })).toEqual(['VT']);
    expect(await ask({ q: 'zeno', status: ['to_check'] }, '["state","ASC"]')).toEqual(['AK', 'AL', 'AZ']);
    expect(await ask({ q: 'zeno', state: ['AZ', 'VT'], line: ['life'] })).toEqual(['VT', 'AZ']);
    expect(await ask({ q: 'zeno' }, '["until","ASC"]', '[3,3]')).toEqual(['VT']);
    const wrong = await server.admin.call(list, { query: { filter: '{"colour":["red"]}' } });
    expect(wrong.status).toBe(422);
  });

  test('sees who else is licensed for the same', async () => {
    const agent = await server.newUser();
    const { answer: licence } = await add(agent, { state: 'WY' });
    const able = await server.newUser();
    await add(able, { state: 'WY' });
    await add(await server.newUser(), { state: 'WY', until: '2026-11-19' });
    await add(await server.newUser(), { state: 'WY', line: 'health' });
    const { answer } = await server.admin.call(licensedAgents, { params: { id: licence.id } });
    expect(answer.agents).toEqual([{ id: able.user.id, fullname: able.user.fullname }]);
    const suitable = await server.admin.call(listSuitableAgents, { body: { state_id: 'WY' } });
    expect(suitable.answer.agents.map(({ id }) => id).sort()).toEqual([agent.user.id, able.user.id].sort());
  });
});

test('an agent reads the own licences and changes none', async () => {
  const agent = await server.newUser({ states: ['TX'] });
  const other = await server.newUser({ states: ['TX'] });
  const own = (await agent.client.call(list, { query: {} })).answer;
  expect(own.map(({ agent_id }) => agent_id)).toEqual([agent.user.id]);
  const [theirs] = await listOf(other);
  const params = { id: theirs?.id ?? '' };
  expect((await agent.client.call(one, { params })).status).toBe(404);
  const refused = [
    await agent.client.call(create, { body: { ...inVermont, agent_id: agent.user.id } }),
    await agent.client.call(change, { params: { id: own[0]?.id ?? '' }, body: { ...active, version: 1 } }),
    await agent.client.call(remove, { params: { id: own[0]?.id ?? '' } }),
    await agent.client.call(importLicences, { body: { csv: 'x' } }),
    await agent.client.call(licensedAgents, { params }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect((await server.stranger.call(list, { query: {} })).status).toBe(403);
});

describe('a file', () => {
  const send = (...rows: string[]) =>
    server.admin.call(importLicences, {
      body: { csv: ['Agent e-mail,State,Line,Number,From,Until,Proof', ...rows].join('\r\n') },
    });

  test('adds and replaces, and names each row that it cannot take', async () => {
    const agent = await server.newUser({ states: ['TX'] });
    const { email } = agent.user;
    const { answer } = await send(
      `${email.toUpperCase()},Vermont,Life,77-1,3/1/2025,2/28/2027,"NIPR, page 2"`,
      `${email},TX,life,77-2,2025-03-01,,`,
      `${email},ZZ,life,77-3,2025-03-01,,`,
      `${email},NH,boats,77-4,2025-03-01,,`,
      `${email},NH,life,,2025-03-01,,`,
      `${email},NH,life,77-5,soon,,`,
      `${email},VT,life,77-6,2025-03-01,,`,
      'nobody@example.com,VT,life,77-7,2025-03-01,,',
    );
    expect(answer).toEqual({
      status: 'warning',
      message: '2 licences saved, 6 rows refused',
      saved: 2,
      refused: [
        { line: 4, reason: 'Not a state: ZZ' },
        { line: 5, reason: 'Line must be life or health: boats' },
        { line: 6, reason: 'An active licence needs its number' },
        { line: 7, reason: 'Not a date: soon (from)' },
        { line: 8, reason: 'The same licence as line 2' },
        { line: 9, reason: 'No agent has the e-mail nobody@example.com' },
      ],
    });
    const saved = await listOf(agent);
    expect(saved.map(short)).toEqual(['TX life active 2025-03-01 ', 'VT life active 2025-03-01 2027-02-28']);
    expect(saved[1]?.proof).toBe('NIPR, page 2');
    expect((await stored(agent)).states).toEqual(['TX', 'VT']);
    const again = await send(`${email},VT,life,78,2025-03-01,,`);
    expect(again.answer).toMatchObject({ status: 'success', message: '1 licence saved', refused: [] });
    expect((await listOf(agent))[1]).toMatchObject({ number: '78', version: 2 });
  });

  test.each([
    ['without a column', 'agent e-mail,line,number,from\n', 'The column “state” is missing'],
    ['with an open quote', 'agent e-mail,state\n"x', 'This is no CSV file: a quote is not closed'],
  ])('%s is refused whole', async (_what, csv, sentence) => {
    const { status, refusal } = await server.admin.call(importLicences, { body: { csv } });
    expect([status, refusal.errors]).toEqual([422, { csv: sentence }]);
  });
});

describe('an account from before there were licences', () => {
  const migrate = (clock: Clock) =>
    licenceMigration(() => ({ ...server.service.ctx, clock })).next(undefined);

  test('is migrated once, its days count from then', async () => {
    const agent = await server.newUser({ states: ['TX', 'VT'] });
    const { users } = server.service.ctx.models;
    await users.updateOne(
      { _id: new Types.ObjectId(agent.user.id) },
      { $unset: { licences: 1, licence_due_at: 1 } },
    );
    await migrate(server.clock);
    const first = await stored(agent);
    expect((await listOf(agent)).map(short)).toEqual([
      `TX life to_check ${today} ${in30Days}`,
      `VT life to_check ${today} ${in30Days}`,
    ]);
    expect(first.states).toEqual(['TX', 'VT']);
    const later = new Date(server.clock.now().getTime() + 5 * 86_400_000);
    await migrate({ now: () => later });
    expect(await stored(agent)).toEqual(first);
    const told = await server.probe.waitFor(
      userUpdated,
      ({ data }) => data.id === agent.user.id && data.version === first.version,
    );
    expect(told.data.licences).toHaveLength(2);
  });
});

describe('the end of a licence', () => {
  const warnings = (agent: SignedIn) =>
    server.probe.all(licenceExpiring).filter(({ data }) => data.user_id === agent.user.id);
  const run = async () => {
    await licenceJob(server.service.ctx).run();
    await server.service.drainOutbox();
  };

  test('is told once for each step, together for all licences of an agent', async () => {
    const agent = await server.newUser();
    for (const state of ['VT', 'NH'] as const) await add(agent, { state, until: '2027-01-31' });
    const { version } = await stored(agent);
    for (const [now, days] of [
      ['2026-12-02T07:00:00.000Z', undefined],
      ['2026-12-02T08:00:00.000Z', 60],
      ['2026-12-05T08:00:00.000Z', undefined],
      ['2027-01-01T08:00:00.000Z', 30],
      ['2027-01-24T08:00:00.000Z', 7],
      ['2027-02-01T08:00:00.000Z', 0],
      ['2027-03-01T08:00:00.000Z', undefined],
    ] as const) {
      const before = warnings(agent).length;
      server.clock.set(now);
      await run();
      await run();
      const told = warnings(agent).slice(before);
      expect(told.map(({ data }) => data.licences)).toEqual(
        days === undefined
          ? []
          : [['VT', 'NH'].map((state) => ({ state, line: 'life', until: '2027-01-31', days }))],
      );
    }
    expect(await stored(agent)).toMatchObject({ version: version + 4, licence_due_at: null });
    server.clock.set('2026-11-20T17:00:00.000Z');
    // Nobody was seen for two months: the session of before has ended.
    await server.signInAdmin();
  });

  test('that is put off is told anew', async () => {
    const agent = await server.newUser();
    const { answer } = await add(agent, { until: '2026-11-27' });
    await run();
    expect(warnings(agent)).toHaveLength(1);
    const body = { ...active, until: '2027-11-27', version: answer.version };
    await server.admin.call(change, { params: { id: answer.id }, body });
    expect((await stored(agent)).licence_due_at).toEqual(new Date('2027-09-28T07:00:00.000Z'));
  });
});
