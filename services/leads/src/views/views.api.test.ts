import {
  changeLeadView,
  createLeadView,
  deleteLeadView,
  listLeadViews,
  viewSentences,
} from '@crm/contracts/http/lead-views.js';
import { uniqueName } from '@crm/platform/testing/unique.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});

const filter = { source: 1, state: ['TX'] as 'TX'[], language: ['es'] as 'es'[] };
const save = ({ client }: SignedIn, given: { name?: string; is_shared?: boolean; type?: 2 | 4 } = {}) =>
  client.call(createLeadView, {
    body: { name: uniqueName('View'), type: 2, filter, is_shared: false, ...given },
  });
const seenBy = async ({ client }: SignedIn, type: '2' | '4' = '2') =>
  (await client.call(listLeadViews, { query: { type } })).answer.views;
const change = ({ client }: SignedIn, id: string, body: { name?: string; is_shared?: boolean }) =>
  client.call(changeLeadView, { params: { id }, body });
const remove = ({ client }: SignedIn, id: string) => client.call(deleteLeadView, { params: { id } });

test('a view is kept with its filters for whoever saved it, for its type of leads alone', async () => {
  const { view } = (await save(agent, { name: '  Texas  ' })).answer;
  expect(view).toMatchObject({ name: 'Texas', filter, user_id: agent.user.id, is_shared: false });
  expect(await seenBy(agent)).toEqual([view]);
  expect(await seenBy(agent, '4')).toEqual([]);
  expect((await seenBy(other)).map(({ id }) => id)).not.toContain(view.id);
});

test('one that an admin shares is seen by everybody and changed by admins', async () => {
  const { view } = (await save(server.admin, { is_shared: true })).answer;
  expect((await seenBy(agent)).map(({ id }) => id)).toContain(view.id);
  expect((await change(agent, view.id, { name: 'Mine now' })).status).toBe(404);
  expect((await remove(agent, view.id)).status).toBe(404);
  const boss = await server.signIn({ role_id: 1 });
  expect((await change(boss, view.id, { is_shared: false })).answer.view.is_shared).toBe(false);
  expect((await seenBy(agent)).map(({ id }) => id)).not.toContain(view.id);
});

test('an agent shares none, neither a new one nor later', async () => {
  expect((await save(agent, { is_shared: true })).status).toBe(403);
  const { view } = (await save(agent)).answer;
  expect((await change(agent, view.id, { is_shared: true })).status).toBe(403);
});

test('a name is there once for each person and type, in any writing', async () => {
  await save(agent, { name: 'Hot' });
  const { status, refusal } = await save(agent, { name: 'HOT' });
  expect([status, refusal?.message]).toEqual([409, viewSentences.taken]);
  const { view } = (await save(agent, { name: 'Cold' })).answer;
  expect((await change(agent, view.id, { name: 'hot' })).status).toBe(409);
  expect((await save(other, { name: 'Hot' })).status).toBe(200);
  expect((await save(agent, { name: 'Hot', type: 4 })).status).toBe(200);
});

test('one person keeps twenty', async () => {
  for (let count = 0; count < 20; count += 1) expect((await save(agent)).status).toBe(200);
  const { status, refusal } = await save(agent);
  expect([status, refusal?.message]).toEqual([409, viewSentences.tooMany]);
  expect(await seenBy(agent)).toHaveLength(20);
});

test('a filter that no list takes is refused', async () => {
  const body = { name: 'Odd', type: 2 as const, filter: { state: ['XX'] }, is_shared: false };
  // @ts-expect-error: no state of that name
  expect((await agent.client.call(createLeadView, { body })).status).toBe(422);
});

test('is renamed and deleted by its owner; nobody else’s is there', async () => {
  const { view } = (await save(agent)).answer;
  expect((await change(other, view.id, { name: 'Theirs' })).status).toBe(404);
  expect((await remove(server.admin, view.id)).status).toBe(404);
  expect((await change(agent, view.id, { name: 'Renamed' })).answer.view.name).toBe('Renamed');
  expect((await remove(agent, view.id)).status).toBe(200);
  expect((await remove(agent, view.id)).status).toBe(404);
  expect(await seenBy(agent)).toEqual([]);
});
