import { changeScript, createScript, deleteScript, listScripts } from '@crm/contracts/http/scripts.js';
import { scripts } from '@crm/contracts/resources/script.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
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

const write = (html: string, { client, user }: SignedIn = agent, of = user.id) =>
  client.call(createScript, { body: { agent_id: of, type_id: 2, html } });
const scriptsOf = async ({ client, user }: SignedIn, of = user.id) =>
  client.call(listScripts, { params: { userId: of, typeId: '2' } });

test('an agent writes, reads, changes and deletes scripts; each is kept clean', async () => {
  const { answer } = await write('<p onclick="x()">Hello</p><script>x()</script>');
  expect(answer).toMatchObject({
    status: 'success',
    message: 'Script saved',
    script: { html: '<p>Hello</p>' },
  });
  await write('<p>Second</p>');
  expect((await scriptsOf(agent)).answer.scripts.map(({ html }) => html)).toEqual([
    '<p>Hello</p>',
    '<p>Second</p>',
  ]);

  const params = { id: answer.script.id };
  const changed = await agent.client.call(changeScript, {
    params,
    body: { html: '<h2>New</h2><img src=x>' },
  });
  expect(changed.answer.script.html).toBe('<h2>New</h2>');
  expect((await agent.client.call(deleteScript, { params })).answer.message).toBe('Script deleted');
  expect((await agent.client.call(deleteScript, { params })).status).toBe(404);
  expect((await scriptsOf(agent)).answer.scripts).toHaveLength(1);
});

test("another agent's scripts can neither be read nor written, changed nor deleted", async () => {
  const { script } = (await write('<p>Mine</p>')).answer;
  const other = await server.signIn();
  expect((await scriptsOf(other, agent.user.id)).refusal.code).toBe('forbidden');
  expect((await write('<p>x</p>', other, agent.user.id)).refusal.code).toBe('forbidden');
  const params = { id: script.id };
  expect((await other.client.call(changeScript, { params, body: { html: '<p>x</p>' } })).status).toBe(404);
  expect((await other.client.call(deleteScript, { params })).status).toBe(404);
  expect((await scriptsOf(agent)).answer.scripts).toEqual([script]);
});

test('an admin may do all of it for anybody', async () => {
  const { script } = (await write('<p>For you</p>', server.admin, agent.user.id)).answer;
  expect((await scriptsOf(agent)).answer.scripts).toEqual([script]);
  const params = { id: script.id };
  await server.admin.client.call(changeScript, { params, body: { html: '<p>Better</p>' } });
  expect((await scriptsOf(server.admin, agent.user.id)).answer.scripts[0]?.html).toBe('<p>Better</p>');
  expect((await server.admin.client.call(deleteScript, { params })).status).toBe(200);
});

test('nothing to read, too much, another kind and one too many are refused', async () => {
  expect((await write('<p> </p>')).refusal.errors).toEqual({ html: 'This field is required' });
  expect((await write('x'.repeat(50_001))).refusal.errors).toEqual({
    html: 'At most 50,000 characters',
  });
  const params = { userId: agent.user.id, typeId: '3' };
  expect((await agent.client.call(listScripts, { params })).status).toBe(422);
  for (let count = 0; count < 20; count += 1) await write(`<p>${String(count)}</p>`);
  const more = await write('<p>One more</p>');
  expect([more.status, more.refusal.message]).toEqual([422, 'At most 20 scripts, please delete one first']);
  const lost = { params: { id: uniqueId() }, body: { html: '<p>x</p>' } };
  expect((await agent.client.call(changeScript, lost)).status).toBe(404);
});

describe('in the resource dialect', () => {
  const { list, one, create, change, remove } = scripts.calls;
  const made = async ({ client, user }: SignedIn, html: string) =>
    (await client.call(create, { body: { agent_id: user.id, html } })).answer;
  const listed = async ({ client }: SignedIn, filter: object = {}) =>
    (await client.call(list, { query: { filter: JSON.stringify(filter) } })).answer.map(({ id }) => id);

  test('a script is the one that the given calls have', async () => {
    const script = await made(agent, '<p>Hello</p><script>x()</script>');
    expect(script).toMatchObject({ version: 1, agent_id: agent.user.id, html: '<p>Hello</p>' });
    const { version: _version, ...given } = script;
    expect((await scriptsOf(agent)).answer.scripts).toEqual([{ ...given, type_id: 2 }]);
    await agent.client.call(changeScript, { params: { id: script.id }, body: { html: '<p>New</p>' } });
    const read = await agent.client.call(one, { params: { id: script.id } });
    expect(read.answer).toMatchObject({ version: 2, html: '<p>New</p>' });
  });

  test('a change of another version is refused with what stands', async () => {
    const { id } = await made(agent, '<p>First</p>');
    const params = { id };
    await agent.client.call(change, { params, body: { version: 1, html: '<p>Second</p>' } });
    const late = await agent.client.call(change, { params, body: { version: 1, html: '<p>Late</p>' } });
    expect(late.status).toBe(409);
    expect(late.refusal.conflict).toMatchObject({
      version: 2,
      fields: [{ field: 'html', yours: '<p>Late</p>', theirs: '<p>Second</p>' }],
    });
  });

  test("others' are neither listed, read, changed nor deleted, nor made in their name; an admin works on all", async () => {
    const other = await server.signIn();
    const { id } = await made(agent, '<p>Mine</p>');
    const theirs = await made(other, '<p>Theirs</p>');
    const params = { id };
    expect(await listed(agent)).toEqual([id]);
    expect(await listed(other, { agent_id: [agent.user.id] })).toEqual([]);
    expect(await listed(other, { id: [id] })).toEqual([]);
    expect((await other.client.call(one, { params })).status).toBe(404);
    const body = { version: 1, html: '<p>x</p>' };
    expect((await other.client.call(change, { params, body })).status).toBe(404);
    expect((await other.client.call(remove, { params })).status).toBe(404);
    const forAgent = { agent_id: agent.user.id, html: '<p>x</p>' };
    expect((await other.client.call(create, { body: forAgent })).status).toBe(403);

    expect(await listed(server.admin, { agent_id: [agent.user.id] })).toEqual([id]);
    expect(await listed(server.admin, { agent_id: [agent.user.id, other.user.id] })).toEqual([id, theirs.id]);
    const changed = await server.admin.client.call(change, { params, body });
    expect(changed.answer).toMatchObject({ agent_id: agent.user.id, html: '<p>x</p>' });
    await server.admin.client.call(remove, { params });
    expect(await listed(agent)).toEqual([]);
    expect((await scriptsOf(agent)).answer.scripts).toEqual([]);
  });
});
