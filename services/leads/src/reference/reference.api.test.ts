import { leadUpdated } from '@crm/contracts/bus/events.js';
import {
  getReferenceList,
  changeReferenceList,
  listReferenceChanges,
} from '@crm/contracts/http/reference.js';
import { restCreateLead, restGetLead, setLeadPrice } from '@crm/contracts/http/leads.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import {
  referenceListName,
  type ReferenceList,
  type ReferenceListInput,
  type ReferenceListName,
} from '@crm/contracts/reference/reference-list.js';
import { jest } from '@jest/globals';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';
import { renameCarriers } from '../carriers/rename-carriers.js';

let server: LeadsServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startLeads();
  agent = await server.signIn();
});
afterAll(() => server.stop());

const readAs = ({ client }: SignedIn, list: ReferenceListName, headers = {}) =>
  client.call(getReferenceList, { params: { list } }, headers);
const read = async (list: ReferenceListName) => (await readAs(agent, list)).answer;
const save = (body: ReferenceListInput, { client }: SignedIn = server.admin) =>
  client.call(changeReferenceList, { params: { list: body.list }, body });

/** A list as an admin sends it back. */
async function asRead<L extends ReferenceList['list']>(list: L) {
  const stored = await read(list);
  const { version, entries } = stored;
  return { list, version, entries } as ReferenceListInput & { list: L };
}

test.each(referenceListName.options)(
  'a new system has the built-in list %s, for everybody signed in',
  async (list) => {
    const expected = { list, version: 1, changed_by: null, changed_at: null, entries: builtInLists[list] };
    expect(await read(list)).toEqual(expected);
    const guide = await server.signIn({ role_id: 3 });
    expect((await readAs(guide, list)).answer).toEqual(expected);
    const stranger = await server.stranger.call(getReferenceList, { params: { list } });
    expect(stranger.refusal.code).toBe('session_ended');
  },
);

test('an admin adds, renames, hides and moves; everybody reads it, and who did it is on record', async () => {
  const before = await asRead('medications');
  const [first, second, ...rest] = before.entries;
  if (first === undefined || second === undefined) throw new Error('The list is too short');
  const entries = [
    second,
    { ...first, text: 'HIV or AIDS', active: false },
    ...rest,
    { code: 'gout', text: ' Gout ', active: true },
  ];
  const { answer } = await save({ ...before, list: 'medications', entries });
  expect(answer).toMatchObject({ status: 'success', message: 'List saved' });
  expect(answer.reference).toMatchObject({ version: 2, changed_by: server.admin.user.fullname });
  const after = await read('medications');
  expect(after.entries.map(({ code }) => code).slice(0, 2)).toEqual([second.code, first.code]);
  expect(after.entries.at(-1)).toEqual({ code: 'gout', text: 'Gout', active: true });

  const changes = await server.admin.client.call(listReferenceChanges, { params: { list: 'medications' } });
  expect(changes.answer.changes).toEqual([
    {
      version: 2,
      at: server.clock.now().toISOString(),
      actor_id: server.admin.user.id,
      actor_name: server.admin.user.fullname,
      codes: [second.code, first.code, 'gout'],
    },
  ]);
});

test('the same list again changes nothing; a late save of another one is refused with what stands there', async () => {
  const before = await asRead('current_company');
  expect((await save(before)).answer.reference.version).toBe(before.version);
  const added = { ...before, entries: [...before.entries, { code: 'acme', text: 'Acme', active: true }] };
  const saved = (await save(added)).answer.reference;
  const late = { ...before, entries: [...before.entries, { code: 'late', text: 'Late', active: true }] };
  const refused = await save({
    ...late,
    entries: [...saved.entries, ...late.entries.slice(-1)],
  });
  expect(refused.status).toBe(409);
  expect(refused.refusal.conflict).toMatchObject({ version: saved.version, changed_by: saved.changed_by });
  expect((await read('current_company')).entries).toEqual(saved.entries);
});

test('agents and guides change nothing and read no record of it', async () => {
  const before = await asRead('healthMedications');
  for (const someone of [agent, await server.signIn({ role_id: 3 })]) {
    expect((await save(before, someone)).refusal.code).toBe('forbidden');
    const changes = await someone.client.call(listReferenceChanges, {
      params: { list: 'healthMedications' },
    });
    expect(changes.refusal.code).toBe('forbidden');
  }
});

test('an entry taken out, a code or name twice and a wrong form are refused, and nothing is stored', async () => {
  const before = await asRead('carriers');
  const [first, ...rest] = before.entries;
  if (first === undefined) throw new Error('The list is empty');
  const refusedWith = async (entries: typeof before.entries) =>
    (await save({ ...before, entries })).refusal.errors;
  expect(await refusedWith(rest)).toEqual({ entries: 'Hide entries instead of removing them: aetna' });
  expect(await refusedWith([...before.entries, { ...first }])).toHaveProperty(['entries.13.code']);
  expect(await refusedWith([{ ...first, text: ' ' }, ...rest])).toEqual({
    'entries.0.text': 'This field is required',
  });
  expect(await refusedWith([{ ...first, website: 'javascript:alert(1)' }, ...rest])).toEqual({
    'entries.0.website': 'A URL starts with https://',
  });
  const wrongAddress = { params: { list: 'medications' as const }, body: before };
  expect((await server.admin.client.call(changeReferenceList, wrongAddress)).status).toBe(422);
  expect(await asRead('carriers')).toEqual(before);
});

test('instructions of a portal are kept clean; a portal needs what its kind asks for', async () => {
  const before = await asRead('portals');
  const portal = { code: 'new', text: 'New', active: true, kind: 'instructions' as const, url: '' };
  const withPortal = (instructions: string) =>
    save({ ...before, entries: [...before.entries, { ...portal, instructions }] });
  expect((await withPortal('<img src=x onerror=alert(1)>')).refusal.errors).toEqual({
    'entries.15.instructions': 'This field is required',
  });
  const { answer } = await withPortal('<p onclick="x()">Call first</p><script>x()</script>');
  expect(answer.reference.entries.at(-1)).toMatchObject({ instructions: '<p>Call first</p>' });
});

test('who has the list already gets no second copy until it changes', async () => {
  const { headers } = await readAs(agent, 'health_current_company');
  const tag = headers.get('etag') ?? '';
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const again = await readAs(agent, 'health_current_company', { 'if-none-match': tag });
  expect([again.status, again.body]).toEqual([304, '']);
  const before = await asRead('health_current_company');
  await save({
    ...before,
    entries: before.entries.map((each) => ({ ...each, text: `${each.text}!` })),
  });
  expect((await readAs(agent, 'health_current_company', { 'if-none-match': tag })).status).toBe(200);
});

test('a second start and a second instance leave the lists as they are', async () => {
  const before = await read('medications');
  await server.replica();
  expect(await read('medications')).toEqual(before);
});

test('a renamed carrier is called so by new premiums at once, and by the leads that bear it', async () => {
  const lead = await server.givenLead(undefined, agent);
  const params = { id: lead.id };
  await agent.client.call(setLeadPrice, { params, body: { price: { sbli: 31 } } });
  expect((await agent.client.call(restGetLead, { params })).answer.premium_carrier).toBe('SBLI');

  const before = await asRead('carriers');
  const entries = before.entries.map((each) => (each.code === 'sbli' ? { ...each, text: 'SBLI USA' } : each));
  await save({ ...before, entries });
  const next = await server.givenLead(undefined, agent);
  const priced = await agent.client.call(setLeadPrice, {
    params: { id: next.id },
    body: { price: { sbli: 30 } },
  });
  expect(priced.answer.premium_carrier).toBe('SBLI USA');

  await renameCarriers(server.service.ctx);
  expect((await agent.client.call(restGetLead, { params })).answer.premium_carrier).toBe('SBLI USA');
  const published = await server.probe.waitFor(
    leadUpdated,
    ({ data }) => data.lead.id === lead.id && data.lead.premium_carrier === 'SBLI USA',
  );
  expect(published.data.changed).toEqual(['premium_carrier']);
  const { version } = (await agent.client.call(restGetLead, { params })).answer;
  await renameCarriers(server.service.ctx);
  expect((await agent.client.call(restGetLead, { params })).answer.version).toBe(version);
});

test('the leads of a renamed carrier ask for their agents once at most, however many they are', async () => {
  const other = await server.signIn();
  for (const { client } of [agent, agent, other, other]) {
    const { answer } = await client.call(restCreateLead, { body: lifeInput() });
    await client.call(setLeadPrice, { params: { id: answer.id }, body: { price: { gerber: 31 } } });
  }
  const before = await asRead('carriers');
  const { ctx } = server.service;
  const ask = jest.spyOn(ctx.users, 'find');
  await save({
    ...before,
    entries: before.entries.map((each) =>
      each.code === 'gerber' ? { ...each, text: 'Gerber Mutual' } : each,
    ),
  });
  await until('all of them have the new name', async () =>
    (await ctx.leads.countDocuments({ premium_carrier: 'Gerber Mutual' })) === 4 ? true : undefined,
  );
  expect(ask.mock.calls.length).toBeLessThanOrEqual(1);
  ask.mockRestore();
});
