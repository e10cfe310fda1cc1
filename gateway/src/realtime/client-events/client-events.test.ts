import { randomUUID } from 'node:crypto';
import { clientEvents, type ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { leadCreated, leadOffered, leadUpdated } from '@crm/contracts/bus/events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { outcome } from '@crm/contracts/errors.js';
import type { Actor } from '@crm/contracts/access.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { startSystem, stopSystems, type TestSystem } from '../../test/system.js';
import { until } from '../../test/until.js';
import { eventRoutes } from './answer-events.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem({ env: { RATE_SOCKET_EVENTS_PER_SECOND: '200' } });
});
afterAll(stopSystems);

const admin = uniqueActor(1);
const agent = uniqueActor(2, { subroles: [1] });
const other = uniqueActor(2);
const guide = uniqueActor(3);

const create = {
  type: 'life',
  fullname: 'Raymond Okafor',
  email: 'r.okafor@example.com',
  phone: '(214)555-0117',
  state: 'TX',
  birth_date: '1957-06-02',
} as const;
const created = (fields: object = {}) => ({
  lead: { ...exampleLifeLead, ...fields },
  how: 'person' as const,
});

test('every event of the contracts is answered, and none that is not in them', async () => {
  expect(eventRoutes.map(({ event }) => event.name).sort()).toEqual(
    Object.values(clientEvents)
      .map(({ name }) => name)
      .sort(),
  );
  const browser = await system.browser(admin);
  for (const name of ['nothing', '__proto__', 'constructor', 'disconnect ']) {
    expect(await browser.refusalOf(name, {})).toMatchObject({ code: 'route_unknown', http_status: 404 });
  }
});

test.each(['disconnect', 'disconnecting', 'connect', 'newListener'])(
  'a packet that passes for socket.io’s own %s closes the socket that sent it, and is no event',
  async (name) => {
    const someone = uniqueActor(2);
    const [browser, other] = [await system.browser(someone), await system.browser(someone)];
    browser.sendPacket(`2["${name}"]`);
    expect(await browser.closed).toMatch(/^(io server disconnect|transport close)$/);
    // What a socket's end counts was counted once.
    await until(() => system.auth.reports.at(-1)?.users[someone.id] === 1);
    other.close();
    await until(() => system.auth.reports.at(-1)?.users[someone.id] === undefined);
  },
);

describe('what a browser may open', () => {
  /** Whether a browser of an actor hears of a lead after it asked to join. */
  async function receives(actor: Actor, event: string, payload: unknown, lead: object): Promise<boolean> {
    const browser = await system.browser(actor);
    const answer = outcome.parse(await browser.send(event, payload));
    await system.publish(leadCreated, created({ id: uniqueId(), ...lead }));
    // What was published before is told before: the answer to a later question comes after it.
    await browser.send('connected');
    browser.close();
    return answer.status === 'success' && browser.receivedOf('CREATE_LEAD').length === 1;
  }
  const free = { user_id: 0, agent_fullname: null };

  test.each([
    ['join_leads_type', { type: 'life' }, free],
    ['life_leads', undefined, free],
    ['join_own_leads', { type: 'life' }, { source: 'own' }],
    ['join_mediaalpha_leads', { type: 'life' }, { source: 'mediaalpha' }],
    ['join_manual_leads', { type: 'life' }, { source: 'manual' }],
    ['join_bulk_leads', { type: 'life' }, { source: 'bulk' }],
    ['join_clickListing_leads', { type: 'life' }, { source: 'clickListing' }],
    ['join_liveTransfer_leads', { type: 'life' }, { source: 'liveTransfer' }],
  ])('%s: an admin hears of its leads', async (event, payload, lead) => {
    expect(await receives(admin, event, payload, lead)).toBe(true);
  });

  test('an agent hears of leads without agent of the own type, and of the own leads', async () => {
    expect(await receives(agent, 'join_leads_type', { type: 'life' }, free)).toBe(true);
    const own = { source: 3, type: 'life', user_id: agent.id };
    expect(await receives(agent, 'join_agent_leads', own, { source: 'manual', user_id: agent.id })).toBe(
      true,
    );
    expect(await receives(agent, 'join_agent_leads', own, { source: 'own', user_id: agent.id })).toBe(false);
    expect(await receives(agent, 'join_leads_type', { type: 'life' }, { user_id: other.id })).toBe(false);
  });

  test('a guide hears of the own leads, whatever their source', async () => {
    expect(await receives(guide, 'connected', undefined, { source: 'bulk', user_id: guide.id })).toBe(true);
    expect(await receives(guide, 'connected', undefined, { source: 'bulk', user_id: other.id })).toBe(false);
  });

  test('an agent can join no other agent’s room, and no type without its sub-role', async () => {
    const browser = await system.browser(agent);
    const asked = [
      ['join_agent_leads', { source: 1, type: 'life', user_id: other.id }],
      ['join_agent_leads', { source: 1, type: 'life', user_id: admin.id }],
      ['join_leads_type', { type: 'health' }],
      ['health_leads', undefined],
      ['join_own_leads', { type: 'life' }],
      ['set_online_status', { id: other.id, status: 1 }],
      ['agent-online', { user_id: other.id, online: 1 }],
    ] as const;
    for (const [event, payload] of asked) {
      expect([event, await browser.refusalOf(event, payload)]).toMatchObject([
        event,
        { code: 'forbidden', http_status: 403 },
      ]);
    }
    await system.publish(leadCreated, created({ id: uniqueId(), user_id: other.id }));
    await browser.send('connected');
    expect(browser.receivedOf('CREATE_LEAD')).toEqual([]);
  });

  test('the raw-leads page tells each what they may work', async () => {
    const [own, theirs] = [await system.browser(agent), await system.browser(admin)];
    await own.send('join_raw_leads');
    await theirs.send('join_raw_leads');
    expect(await (await system.browser(guide)).refusalOf('join_raw_leads')).toMatchObject({
      code: 'forbidden',
    });
    const raw = { empty: 1, ...free };
    const [lifeId, otherId] = [uniqueId(), uniqueId()];
    await system.publish(leadCreated, created({ ...raw, id: lifeId }));
    await system.publish(leadCreated, created({ ...raw, id: otherId, user_id: other.id }));
    await Promise.all([own.send('connected'), theirs.send('connected')]);
    const idsOf = (rows: unknown[]) => rows.map((row) => (row as { id: string }).id);
    expect(idsOf(own.receivedOf('RAW_LEAD_ADD'))).toEqual([lifeId]);
    expect(idsOf(theirs.receivedOf('RAW_LEAD_ADD'))).toEqual([lifeId, otherId]);
  });
});

test('a browser that was away is told nothing of meanwhile, and everything from its joining on', async () => {
  const before = await system.browser(admin);
  await before.send('join_own_leads', { type: 'life' });
  before.close();
  const back = await system.browser(admin);
  const [missed, received] = [uniqueId(), uniqueId()];
  await system.publish(leadCreated, created({ id: missed, source: 'own' }));
  // Its acknowledgement is the moment to read the list: what came before is in it, what comes after is told.
  await back.send('join_own_leads', { type: 'life' });
  await system.publish(leadCreated, created({ id: received, source: 'own' }));
  await back.waitFor('CREATE_LEAD');
  expect(back.receivedOf('CREATE_LEAD')).toMatchObject([{ id: received }]);
});

describe('what a browser asks for', () => {
  test.each<[ClientEventKey, unknown, string, object]>([
    ['processLead', { lead: create }, 'restCreateLead', { body: create }],
    [
      'processLead',
      { id: exampleLifeLead.id, lead: { type: 'life', version: 4, address: 'x' } },
      'restChangeLead',
      { params: { id: exampleLifeLead.id }, body: { type: 'life', version: 4, address: 'x' } },
    ],
    [
      'updateStatus',
      { lead_id: exampleLifeLead.id, status: 'followUp' },
      'setLeadStatus',
      { params: { id: exampleLifeLead.id }, body: { status: 'followUp' } },
    ],
    [
      'updatePrice',
      { lead_id: exampleLifeLead.id, price: { x: 1.5 } },
      'setLeadPrice',
      { params: { id: exampleLifeLead.id }, body: { price: { x: 1.5 } } },
    ],
    [
      'assignAgent',
      { lead_id: exampleLifeLead.id, agent_id: 0 },
      'assignLead',
      { params: { id: exampleLifeLead.id }, body: { agent: 0 } },
    ],
  ])(
    '%s is asked of leads on the sender’s behalf, and its answer is the acknowledgement',
    async (key, payload, name, input) => {
      system.leads.calls.length = 0;
      const sender = uniqueActor(2);
      const browser = await system.browser(sender);
      const event = clientEvents[key];
      event.answer.parse(await browser.send(event.name, payload));
      expect(system.leads.calls).toMatchObject([{ name, by: sender.id, input }]);
    },
  );

  test('carries a correlation id of its own to the service, and is in the log by it', async () => {
    system.leads.calls.length = 0;
    const browser = await system.browser(agent);
    for (let count = 0; count < 2; count += 1)
      await browser.send('update-status', { lead_id: uniqueId(), status: 'followUp' });
    const requestIds = system.leads.calls.map(({ requestId }) => requestId);
    expect(new Set(requestIds).size).toBe(2);
    for (const id of requestIds) {
      const line = await until(() =>
        system.lines.all().find((each) => each.correlationId === id && each.msg === 'event'),
      );
      expect(line).toMatchObject({ event: 'update-status', actorId: agent.id });
    }
  });

  test('is refused with every wrong field, named as the form names them', async () => {
    const browser = await system.browser(agent);
    const { fullname: _left, ...incomplete } = create;
    expect(await browser.refusalOf('process-lead', { lead: { ...incomplete, email: 'no' } })).toMatchObject({
      code: 'invalid',
      http_status: 422,
      errors: { fullname: 'This field is required', email: 'E-mail must be valid' },
    });
    expect(
      await browser.refusalOf('process-lead', { id: uniqueId(), lead: { type: 'life', height: 1 } }),
    ).toMatchObject({
      errors: { version: 'This field is required', height: 'At least 53' },
    });
  });

  test.each<[string, unknown]>([
    ['process-lead', undefined],
    ['process-lead', 'x'],
    ['update-status', { lead_id: 'x', status: 'followUp' }],
    ['update-status', { lead_id: uniqueId(), status: 'nothing' }],
    ['update-status', { lead_id: uniqueId(), status: 'newLead' }],
    ['update-price', { lead_id: uniqueId(), price: { x: -1 } }],
    ['assign-agent', { lead_id: uniqueId(), agent_id: 5 }],
    ['busy-lead', { lead_id: { $ne: null } }],
    ['unbusy-lead', []],
    ['join_leads_type', { type: 'auto' }],
    ['join_agent_leads', { source: 7, type: 'life', user_id: uniqueId() }],
    ['join_own_leads', null],
    ['set_online_status', { id: uniqueId(), status: 2 }],
    ['agent-online', { online: 1 }],
  ])('%s %j is refused as invalid before anything is asked', async (event, payload) => {
    system.leads.calls.length = 0;
    const browser = await system.browser(admin);
    const refusal = await browser.refusalOf(event, payload);
    expect([refusal.code, refusal.http_status, Object.keys(refusal.errors ?? {}).length > 0]).toEqual([
      'invalid',
      422,
      true,
    ]);
    expect(system.leads.calls).toEqual([]);
    expect(browser.isConnected()).toBe(true);
  });

  test('needs no acknowledgement, and may come with arguments that no event has', async () => {
    system.leads.calls.length = 0;
    const browser = await system.browser(agent);
    await browser.send('connected', { id: other.id });
    await browser.send('connected');
    browser.sendUnanswered('update-status', { lead_id: uniqueId(), status: 'followUp' }, 'more');
    await until(() => system.leads.calls.length === 1);
    expect(browser.isConnected()).toBe(true);
  });

  test('is told as unavailable where its service is away', async () => {
    const alone = await startSystem();
    const browser = await alone.browser(agent);
    await alone.leadsServer.close();
    expect(
      await browser.refusalOf('update-status', { lead_id: uniqueId(), status: 'followUp' }),
    ).toMatchObject({ code: 'unavailable', http_status: 503 });
  });

  test('is held to a rate, per socket, and says when to ask again', async () => {
    const slow = await startSystem({ env: { RATE_SOCKET_EVENTS_PER_SECOND: '2' } });
    const [browser, second] = [await slow.browser(agent), await slow.browser(agent)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.send('connected')));
    const refused = answers.filter((answer) => outcome.parse(answer).status !== 'success');
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused[0]).toMatchObject({ code: 'too_many', http_status: 429, retry_after: 1 });
    expect(await second.send('connected')).toMatchObject({ status: 'success' });
  });
});

describe('the online switch', () => {
  test('is set for the sender at auth', async () => {
    const browser = await system.browser(agent);
    expect(await browser.send('set_online_status', { id: agent.id, status: 1 })).toMatchObject({
      status: 'success',
    });
    expect(system.auth.statuses.at(-1)).toEqual({
      by: agent.id,
      user_id: agent.id,
      field: 'online',
      status: 1,
    });
  });

  test('tells the count that auth has to all', async () => {
    const [browser, onlooker] = [await system.browser(agent), await system.browser(guide)];
    system.auth.agents = 7;
    await browser.send('agent-online', { user_id: agent.id, online: 1 });
    for (const each of [browser, onlooker])
      expect(await each.waitFor('GET_ONLINE_AGENTS')).toEqual({ agents: 7 });
  });
});

test('an event that the bus delivers twice is told once', async () => {
  const browser = await system.browser(agent);
  const event = await system.publish(leadOffered, { lead_id: uniqueId(), user_id: agent.id, why: 'dialler' });
  await system.bus.publish([event]);
  const last = uniqueId();
  await system.publish(leadOffered, { lead_id: last, user_id: agent.id, why: 'dialler' });
  await until(() => browser.receivedOf('ADD_LEAD_ID').length > 1);
  expect(browser.receivedOf('ADD_LEAD_ID')).toMatchObject([{}, { lead_id: last }]);
});

test('an event that cannot be told is logged and holds nothing up', async () => {
  const browser = await system.browser(admin);
  await browser.send('join_own_leads', { type: 'life' });
  const data = { lead: exampleLifeLead, changed: [] };
  const broken = {
    specversion: '1.0',
    id: randomUUID(),
    source: 'leads',
    type: 'lead.updated',
    time: new Date().toISOString(),
    subject: 's',
    dataschema: 'd',
    datacontenttype: 'application/json',
    data: { lead: {} },
    correlationid: 'c',
    actorid: 'system',
    actorrole: 'system',
    sequence: 1,
  } as const;
  await system.bus.publish([{ ...broken, id: '01890a5d-ac96-774b-bcce-b302099a8057' }]);
  await system.publish(leadUpdated, data);
  expect(await browser.waitFor('UPDATE_LEADS')).toMatchObject({ id: exampleLifeLead.id });
  expect(await system.lines.waitFor('event could not be broadcast')).toMatchObject({
    type: 'lead.updated',
    level: 'error',
  });
});
