import { changeScript, createScript, deleteScript, listScripts } from '@crm/contracts/http/scripts.js';
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
    html: 'A script may have 50,000 characters at most',
  });
  const params = { userId: agent.user.id, typeId: '3' };
  expect((await agent.client.call(listScripts, { params })).status).toBe(422);
  for (let count = 0; count < 20; count += 1) await write(`<p>${String(count)}</p>`);
  expect((await write('<p>One more</p>')).refusal.errors).toEqual({
    html: 'At most 20 scripts: delete one first',
  });
  const lost = { params: { id: uniqueId() }, body: { html: '<p>x</p>' } };
  expect((await agent.client.call(changeScript, lost)).status).toBe(404);
});
