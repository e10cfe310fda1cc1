import { stateCode } from '@crm/contracts/codes/states.js';
import fc from 'fast-check';
import type { LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import { createLeadCommand } from '@crm/contracts/bus/commands.js';
import { leadUpdated } from '@crm/contracts/bus/events.js';
import {
  assignLead,
  deleteLead,
  restChangeLead,
  setLeadPrice,
  setLeadStatus,
} from '@crm/contracts/http/leads.js';
import {
  countLeads,
  filterLeads,
  listGuideLeads,
  listLeadsOfSource,
  listLeadsOfUser,
  listRawLeads,
  restListLeads,
  searchLeads,
} from '@crm/contracts/http/lead-lists.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { isFoundBy } from '@crm/contracts/leads/lead-search.rules.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { healthInput, licencesFor, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
let guide: SignedIn;
const ids: Record<'ann' | 'bea' | 'cal' | 'dee' | 'eve' | 'raw', string> = {
  ann: '',
  bea: '',
  cal: '',
  dee: '',
  eve: '',
  raw: '',
};

/** Five life leads that differ in everything that a table shows, a health lead, and a raw one that nobody touched. */
beforeAll(async () => {
  server = await startLeads();
  [agent, other, guide] = await Promise.all([
    server.signIn({ fullname: 'Abel Agent', licences: licencesFor(stateCode.options) }),
    server.signIn({ fullname: 'Zoe Other', licences: licencesFor(stateCode.options) }),
    server.signIn({ role_id: 3 }),
  ]);
  const make = async (name: keyof typeof ids, input: Parameters<typeof lifeInput>[0], by?: SignedIn) => {
    server.clock.advance(1_000);
    ids[name] = (await server.givenLead(lifeInput(input), by)).id;
  };
  await make(
    'ann',
    { fullname: 'Ann Archer', email: 'Ann@Example.com', phone: '+12145550101', state: 'TX' },
    agent,
  );
  await make(
    'bea',
    { fullname: 'bea Baker', phone: '+13105550102', state: 'CA', birth_date: '1944-01-01', language: 'es' },
    agent,
  );
  await make(
    'cal',
    { fullname: 'Cal Ångström', phone: '+17025550103', state: 'NV', source: 'mediaalpha' },
    other,
  );
  await make('dee', {
    fullname: 'Dee Dorn',
    phone: '+15125550104',
    state: 'TX',
    term: '20',
    coverage_amount: 50_000,
    rate_class: 's',
    jobstatus: '2',
  });
  server.clock.advance(1_000);
  ids.eve = (await server.givenLead(healthInput({ fullname: 'Eve Early' }), agent)).id;
  const raw = lifeInput({ fullname: 'Raw Rayner', phone: '+19155550105', source: 'bulk' });
  server.clock.advance(1_000);
  await server.send(createLeadCommand, { data: { external_id: uniqueId(), lead: raw } });
  ids.raw = String((await server.service.ctx.leads.findOne({ fullname: raw.fullname }).lean())?._id);
  server.clock.advance(1_000);
  await server.service.ctx.leads.updateOne(alive({ _id: ids.dee }), { $unset: { language: 1 } });
  const params = { id: ids.bea };
  await agent.client.call(setLeadStatus, { params, body: { status: 'followUp' } });
  await agent.client.call(setLeadPrice, { params, body: { price: { aetna: 40 } } });
});
afterAll(() => server.stop());

const names = Object.keys(ids) as (keyof typeof ids)[];
const nameOf = (id: string) => names.find((name) => ids[name] === id) ?? id;
async function find(by: SignedIn, params: LeadFilter, rest: object = {}) {
  const { answer } = await by.client.call(filterLeads, { body: { params, ...rest } });
  return { names: answer.leads.map(({ id }) => nameOf(id)), total: answer.totalCount };
}

/** Searches that somebody may type on the way to a lead: pieces of what is known of it, in any writing. */
const searches = fc
  .constantFrom(
    'Ann Archer',
    'bea Baker',
    'Cal Ångström',
    'ann@example.com',
    '+12145550101',
    '(310) 555-0102',
  )
  .chain((text) =>
    fc
      .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: text.length }), fc.boolean())
      .map(([from, length, isLoud]) => {
        const piece = text.slice(from, from + length);
        return isLoud ? piece.toUpperCase() : piece;
      }),
  );

test('a browser finds in a row what the store finds in the lead', async () => {
  const all = { type: 2 } as const;
  const { answer } = await server.admin.client.call(filterLeads, { body: { params: all } });
  const found = new Set<number>();
  await fc.assert(
    fc.asyncProperty(searches, async (q) => {
      const byRule = answer.leads.filter((row) => isFoundBy({ ...row, phones: [row.phone] }, q));
      const { names: byStore } = await find(server.admin, { ...all, q });
      found.add(byStore.length);
      expect(byStore).toEqual(byRule.map(({ id }) => nameOf(id)));
    }),
    { numRuns: 60 },
  );
  expect(found.size).toBeGreaterThan(1);
});

describe('the lead table', () => {
  test('begins with the newest change and counts them all', async () => {
    expect(await find(server.admin, { type: 2 })).toEqual({
      names: ['bea', 'raw', 'dee', 'cal', 'ann'],
      total: 5,
    });
    expect(await find(server.admin, { type: 4 })).toEqual({ names: ['eve'], total: 1 });
  });

  test.each<[string, Partial<LeadFilter>, string[]]>([
    ['a source', { source: 2 }, ['cal']],
    ['no source', { source: null }, ['bea', 'raw', 'dee', 'cal', 'ann']],
    ['statuses', { status: ['followUp', 'emailed'] }, ['bea']],
    ['states', { state: ['NV', 'CA'] }, ['bea', 'cal']],
    ['empty lists', { state: [], status: [], agent: [] }, ['bea', 'raw', 'dee', 'cal', 'ann']],
    ['nobody as agent', { agent: [0] }, ['raw', 'dee']],
    ['the beginning of a word of the name', { q: 'doR' }, ['dee']],
    ['two words in any order', { q: 'archer an' }, ['ann']],
    ['a letter with its own sign', { q: 'ångs' }, ['cal']],
    ['an e-mail however written', { q: 'ANN@example.com' }, ['ann']],
    ['a number as it is dialled', { q: '(214) 555-01' }, ['ann']],
    ['the last four digits', { q: '0102' }, ['bea']],
    ['what is no pattern but a text', { q: '.*' }, ['bea', 'raw', 'dee', 'cal', 'ann']],
    ['a language', { language: ['es'] }, ['bea']],
    [
      'the default language, which leads from before it was asked have too',
      { language: ['en'] },
      ['raw', 'dee', 'cal', 'ann'],
    ],
    ['every language', { language: ['en', 'es'] }, ['bea', 'raw', 'dee', 'cal', 'ann']],
    ['several at once', { state: ['TX'], agent: [0], source: 3 }, ['dee']],
  ])('is filtered by %s', async (_what, filter, wanted) => {
    expect(await find(server.admin, { type: 2, ...filter })).toEqual({ names: wanted, total: wanted.length });
  });

  test('is filtered by agents', async () => {
    const both = { type: 2 as const, agent: [agent.actor.id, other.actor.id] };
    expect((await find(server.admin, both)).names).toEqual(['bea', 'cal', 'ann']);
    expect((await find(server.admin, { type: 2, agent: [other.actor.id] })).names).toEqual(['cal']);
  });

  test.each<[string, string[]]>([
    ['fullname', ['ann', 'bea', 'cal', 'dee', 'raw']],
    ['agent_fullname', ['dee', 'raw', 'ann', 'bea', 'cal']],
    ['status', ['ann', 'cal', 'dee', 'raw', 'bea']],
    ['state', ['bea', 'cal', 'ann', 'dee', 'raw']],
    ['premium_price', ['ann', 'cal', 'dee', 'raw', 'bea']],
    ['premium_carrier', ['ann', 'cal', 'dee', 'raw', 'bea']],
    ['birth_date', ['bea', 'ann', 'cal', 'dee', 'raw']],
    ['updatedAt', ['ann', 'cal', 'dee', 'raw', 'bea']],
    ['source', ['cal', 'ann', 'dee', 'bea', 'raw']],
  ])('is sorted by %s, both ways', async (field, wanted) => {
    expect((await find(server.admin, { type: 2 }, { sort: { field, order: 'ASC' } })).names).toEqual(wanted);
    const back = [...wanted].reverse();
    expect((await find(server.admin, { type: 2 }, { sort: { field, order: 'DESC' } })).names).toEqual(back);
  });

  test.each(['email', 'phone', 'term'])(
    'is sorted by %s too, no lead twice and none left out',
    async (field) => {
      const pages = await Promise.all(
        [1, 2, 3].map((page) =>
          find(server.admin, { type: 2 }, { sort: { field, order: 'ASC' }, limit: 2, page }),
        ),
      );
      expect(pages.flatMap((page) => page.names).sort()).toEqual(['ann', 'bea', 'cal', 'dee', 'raw']);
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    },
  );

  test('shows an agent the own leads, whatever is asked for', async () => {
    for (const wanted of [undefined, [0], [other.actor.id]] as const) {
      const params = { type: 2 as const, ...(wanted ? { agent: [...wanted] } : {}) };
      expect(await find(agent, params)).toEqual({ names: ['bea', 'ann'], total: 2 });
    }
  });

  test('is closed to guides, and to agents without the sub-role of its type', async () => {
    const body = { params: { type: 4 as const } };
    expect((await guide.client.call(filterLeads, { body })).refusal.code).toBe('forbidden');
    const lifeOnly = await server.signIn({ subroles: [1] });
    expect((await lifeOnly.client.call(filterLeads, { body })).refusal.code).toBe('forbidden');
  });

  test('refuses a filter or a page that makes no sense, naming each field', async () => {
    const body = { params: { type: 3, state: ['XX'] }, limit: 1_000, page: 0 } as never;
    const { refusal } = await server.admin.client.call(filterLeads, { body });
    expect(Object.keys(refusal.errors ?? {})).toEqual(
      expect.arrayContaining(['params.type', 'params.state.0', 'limit', 'page']),
    );
  });
});

describe('the counts beside the choices of a filter', () => {
  test('are those that the table would show', async () => {
    const count = async (by: 'status' | 'agent' | 'state' | 'source', who = server.admin) =>
      (await who.client.call(countLeads, { body: { params: { type: 2 }, by } })).answer.counts;
    expect(await count('status')).toEqual({ newLead: 4, followUp: 1 });
    expect(await count('state')).toEqual({ TX: 3, CA: 1, NV: 1 });
    expect(await count('agent')).toEqual({ 0: 2, [agent.actor.id]: 2, [other.actor.id]: 1 });
    expect(await count('source')).toEqual({ 2: 1, 3: 3, 4: 1 });
    expect(await count('agent', agent)).toEqual({ [agent.actor.id]: 2 });
  });
});

describe('the table as a resource', () => {
  const list = ({ client }: SignedIn, query: { range?: string; sort?: string; filter?: string }) =>
    client.call(restListLeads, { query });

  test('answers a range with its place in the whole', async () => {
    const answer = await list(server.admin, {
      range: '[2, 3]',
      sort: '["fullname","ASC"]',
      filter: '{"type":2}',
    });
    expect(answer.answer.map(({ id }) => nameOf(id))).toEqual(['cal', 'dee']);
    expect(answer.headers.get('content-range')).toBe('leads 2-3/5');
  });

  test('answers exactly the rows that a range names, wherever it begins', async () => {
    const asked = async (range: string) => {
      const answer = await list(server.admin, { range, sort: '["fullname","ASC"]', filter: '{"type":2}' });
      return [answer.answer.map(({ id }) => nameOf(id)), answer.headers.get('content-range')];
    };
    const [all] = await asked('[0, 9]');
    expect(await asked('[1, 3]')).toEqual([all?.slice(1, 4), 'leads 1-3/5']);
    expect(await asked('[3,12]')).toEqual([all?.slice(3), 'leads 3-4/5']);
    expect(await asked('[5,14]')).toEqual([[], 'leads */5']);
  });

  test('answers rows by id, to an agent the own ones alone', async () => {
    const filter = JSON.stringify({ id: [ids.ann, ids.cal, uniqueId()] });
    expect((await list(server.admin, { filter })).answer.map(({ id }) => nameOf(id))).toEqual(['ann', 'cal']);
    expect((await list(agent, { filter })).answer.map(({ id }) => nameOf(id))).toEqual(['ann']);
  });

  test('refuses what is not a filter, not a sort, not JSON', async () => {
    for (const query of [
      { filter: '{"type":9}' },
      { filter: '{"type":2}', sort: '["salary","ASC"]' },
      { filter: '{' },
      { range: 'all' },
      { range: '[3, 1]' },
    ]) {
      expect((await list(server.admin, query)).status).toBe(422);
    }
  });
});

describe('all leads', () => {
  test('of a user are read by that user and by admins', async () => {
    const params = { type: 'life', userId: agent.actor.id } as const;
    for (const { client } of [agent, server.admin]) {
      const { answer } = await client.call(listLeadsOfUser, { params });
      expect(answer.leads.map(({ id }) => nameOf(id))).toEqual(['bea', 'ann']);
    }
    expect((await other.client.call(listLeadsOfUser, { params })).refusal.code).toBe('forbidden');
  });

  test('of a source are read by admins', async () => {
    const { answer } = await server.admin.client.call(listLeadsOfSource, { params: { source: 2 } });
    expect(answer.leads.map(({ id }) => nameOf(id))).toEqual(['cal']);
    expect((await agent.client.call(listLeadsOfSource, { params: { source: 2 } })).status).toBe(403);
  });

  test('of a guide are the guide’s own, of both types', async () => {
    const given = [await server.givenLead(), await server.givenLead(healthInput())];
    for (const { id } of given) {
      const body = { agent: guide.actor.id };
      await server.admin.client.call(assignLead, { params: { id }, body });
    }
    const { answer } = await guide.client.call(listGuideLeads, { query: { sort: 'updatedAt:ASC' } });
    expect(answer.leads.map(({ id }) => id).sort()).toEqual(given.map(({ id }) => id).sort());
    expect(answer.totalCount).toBe(2);
    const found = await guide.client.call(listGuideLeads, { query: { search: given[0]?.email ?? '' } });
    expect(found.answer.leads.map(({ id }) => id)).toEqual([given[0]?.id]);
  });
});

describe('the search over both types', () => {
  const search = async ({ client }: SignedIn, text: string) =>
    (await client.call(searchLeads, { query: { search: text } })).answer.leads.map(({ id }) => nameOf(id));

  test('finds for an admin every lead by name, number or e-mail, the newest change first', async () => {
    expect(await search(server.admin, 'ea')).toEqual(['eve']);
    expect(await search(server.admin, '(310) 555-0102')).toEqual(['bea']);
    expect(await search(server.admin, 'ann@example.com')).toEqual(['ann']);
    expect((await search(server.admin, '555')).length).toBeGreaterThan(5);
  });

  test('finds for an agent the own leads of the own types', async () => {
    expect(await search(agent, '555')).toEqual(['bea', 'eve', 'ann']);
    expect(await search(agent, 'early')).toEqual(['eve']);
    expect(await search(agent, 'dorn')).toEqual([]);
    expect(await search(await server.signIn({ subroles: [] }), '555')).toEqual([]);
  });

  test('finds for a guide the own leads of both types, and no others', async () => {
    const own = await server.signIn({ role_id: 3 });
    expect(await search(own, '555')).toEqual([]);
    const given = await server.givenLead(healthInput({ fullname: 'Gwen Guided' }));
    await server.admin.client.call(assignLead, { params: { id: given.id }, body: { agent: own.actor.id } });
    expect(await search(own, 'guided')).toEqual([given.id]);
    expect(await search(own, 'early')).toEqual([]);
  });

  test('finds neither a deleted lead nor a hidden number', async () => {
    const lead = await server.givenLead(
      lifeInput({ fullname: 'Hidden Hollis', phone: '+14325550177' }),
      agent,
    );
    expect(await search(agent, '4325550177')).toEqual([lead.id]);
    await agent.client.call(setLeadStatus, { params: { id: lead.id }, body: { status: 'doNotCall' } });
    expect(await search(agent, '4325550177')).toEqual([]);
    expect(await search(agent, 'hollis')).toEqual([lead.id]);
    await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
    expect(await search(agent, 'hollis')).toEqual([]);
  });

  test('finds nothing by what names nothing, and refuses an empty text and whoever is not signed in', async () => {
    expect(await search(server.admin, '.*')).toEqual([]);
    expect((await server.admin.client.call(searchLeads, { query: { search: ' ' } })).status).toBe(422);
    expect((await server.stranger.call(searchLeads, { query: { search: 'ann' } })).status).toBe(403);
  });
});

describe('raw leads', () => {
  const raws = async ({ client }: SignedIn, query = {}) =>
    (await client.call(listRawLeads, { query })).answer.rawLeads.map(({ id }) => nameOf(id));

  test('are those that nobody saved, for admins and for agents of their type', async () => {
    expect(await raws(server.admin)).toEqual(['raw']);
    expect(await raws(agent)).toEqual(['raw']);
    expect(await raws(server.admin, { search: 'ray' })).toEqual(['raw']);
    expect(await raws(server.admin, { search: 'nobody' })).toEqual([]);
    expect(await raws(await server.signIn({ subroles: [2] }))).toEqual([]);
    expect(await raws(await server.signIn({ subroles: [] }))).toEqual([]);
    expect((await guide.client.call(listRawLeads, { query: {} })).status).toBe(403);
    const unknown = await server.admin.client.call(listRawLeads, { query: { sort: 'salary:ASC' } });
    expect(unknown.status).toBe(422);
  });

  test('are raw no more once a person saves anything of them', async () => {
    const lead = lifeInput();
    await server.send(createLeadCommand, { data: { external_id: uniqueId(), lead } });
    const made = await server.service.ctx.leads.findOne({ fullname: lead.fullname }).lean();
    const id = String(made?._id);
    expect(await raws(server.admin)).toContain(id);
    const body = { type: 'life', version: 1, address: 'Seen' } as const;
    // An admin's save demands the whole form, as any person's.
    await server.admin.client.call(restChangeLead, { params: { id }, body });
    expect(await raws(server.admin)).not.toContain(id);
    const published = await server.probe.waitFor(leadUpdated, ({ data }) => data.lead.id === id);
    expect(published.data.changed.sort()).toEqual(['address', 'empty']);
  });
});
