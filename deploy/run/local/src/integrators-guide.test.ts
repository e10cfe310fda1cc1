import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { z } from 'zod';
import { keyScopes } from '@crm/contracts/codes/key-scopes.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { endpoints } from '@crm/contracts/http/all.js';
import * as calls from '@crm/contracts/http/integration.js';
import { apiKeys } from '@crm/contracts/resources/api-key.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import type { System } from './system.js';
import { firstAdmin, startTestSystem } from './test/test-system.js';

const run = promisify(execFile);
const guide = readFileSync(join(import.meta.dirname, '../../../docs/integrators.md'), 'utf8');
const section = /^## API keys\n(.*?)^## /ms.exec(guide)?.[1] ?? '';
const commands = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = '']) => command);

test('the guide names every call that API keys make, with its scope', () => {
  for (const { method, path, scope } of endpoints.filter(({ access }) => access === 'key')) {
    expect(section).toContain(`\`${method} ${path}\``);
    expect(section).toContain(`\`${String(scope)}\``);
  }
  for (const { id } of keyScopes) expect(section).toContain(`\`${id}\``);
});

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

(hasCurl ? describe : describe.skip)('its examples (skipped without curl)', () => {
  let system: System;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    system = await startTestSystem();
    const { token } = (await httpClient(system.url).call(signIn, { body: firstAdmin })).answer;
    const body = {
      name: 'Guide',
      scopes: keyScopes.map(({ id }) => id),
      networks: ['127.0.0.0/8'],
      ends_on: null,
    };
    const made = await httpClient(system.url, token).call(apiKeys.calls.create, { body });
    const { key } = apiKeys.calls.create.answer.parse(made.answer);
    environment = { ...process.env, CALL_CENTRE: system.url, API_KEY: key };
  });
  afterAll(() => system.stop());

  /** Runs the next example of the guide, and reads its answer by the contract of its call. */
  async function answered<S extends z.ZodType>({ answer }: { answer: S }): Promise<z.output<S>> {
    const { stdout } = await run('bash', ['-c', commands.shift() ?? 'false'], { env: environment });
    return answer.parse(JSON.parse(stdout));
  }

  test('do what it says, one after the other', async () => {
    const made = await answered(calls.createLeadByKey);
    expect(made).toMatchObject({ result: 'accepted' });
    const id = made.lead_id ?? '';
    environment['LEAD_ID'] = id;
    expect((await answered(calls.listLeadsByKey)).leads).toMatchObject([{ id, external_id: '120934' }]);
    expect((await answered(calls.getLeadByKey)).lead).toMatchObject({ id, birth_date: '1957-06-02' });
    expect((await answered(calls.listLeadsByKey)).leads).toMatchObject([{ id }]);
    expect(await answered(calls.setStatusByKey)).toMatchObject({ status: 'success', id });
    expect(await answered(calls.addNoteByKey)).toMatchObject({ status: 'success' });
    expect((await answered(calls.listMessagesByKey)).messages).toMatchObject([
      { kind: 'note', text: 'Asked about the waiting period.' },
    ]);
    expect(await answered(calls.addDoNotContactByKey)).toMatchObject({ status: 'success' });
    expect(commands).toEqual([]);
  });
});
