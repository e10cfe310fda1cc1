import { rolesWith } from '@crm/contracts/access.js';
import { sources } from '@crm/contracts/codes/sources.js';
import { states } from '@crm/contracts/codes/states.js';
import { statuses } from '@crm/contracts/codes/statuses.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { codeListEndpoints, listSources, listStates, listStatuses } from '@crm/contracts/http/code-lists.js';
import { holdEndpoints } from '@crm/contracts/http/holds.js';
import { importEndpoints } from '@crm/contracts/http/imports.js';
import { leadListEndpoints } from '@crm/contracts/http/lead-lists.js';
import { leadMigrationEndpoints } from '@crm/contracts/http/lead-migration.js';
import { leadsEndpoints } from '@crm/contracts/http/leads.js';
import { rebuildingEndpoints } from '@crm/contracts/http/rebuilding.js';
import { addressOf } from '@crm/platform/http/call-address.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startLeads, type LeadsServer } from './test/leads-server.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

const endpoints: readonly Endpoint[] = [
  ...codeListEndpoints,
  ...leadListEndpoints,
  ...leadsEndpoints,
  ...holdEndpoints,
  ...importEndpoints,
  ...leadMigrationEndpoints,
  ...rebuildingEndpoints,
];

/** Makes a call as its example shows it, about a user of our own. */
async function call(endpoint: Endpoint, token: string | undefined) {
  const { example, subject } = endpoint;
  const params = {
    ...(example.params as object | undefined),
    ...(subject ? { [subject.key]: uniqueId() } : {}),
  };
  const response = await fetch(
    `${server.service.url}${addressOf(endpoint, { params, query: example.query })}`,
    {
      method: endpoint.method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(endpoint.body === undefined ? {} : { body: JSON.stringify(example.body) }),
    },
  );
  return { status: response.status, body: (await response.json()) as { code?: string } };
}

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  test('has a place here and refuses whoever shows no token', async () => {
    const { status, body } = await call(endpoint, undefined);
    expect(status).toBe(403);
    expect(body.code).toBe(endpoint.access === 'internal' ? 'forbidden' : 'session_ended');
  });

  const refused = ([2, 3] as const).filter(
    (role) =>
      endpoint.access === 'internal' || endpoint.access === 'self' || !rolesWith(endpoint).includes(role),
  );
  if (refused.length > 0) {
    test.each(refused)('refuses role %i', async (role_id) => {
      const { token } = await server.signIn({ role_id });
      expect(await call(endpoint, token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    });
  }
});

test('the reference lists are the same for everybody', async () => {
  for (const role_id of [1, 2, 3] as const) {
    const { client } = await server.signIn({ role_id });
    expect((await client.call(listStates, {})).answer.states).toEqual(states);
    expect((await client.call(listStates, {})).answer.states).toHaveLength(50);
    expect((await client.call(listStatuses, {})).answer.statuses).toEqual(statuses);
    expect((await client.call(listSources, {})).answer.sources).toEqual(sources);
  }
});

test('says that it is ready once it knows the users', async () => {
  const response = await fetch(`${server.service.url}/readyz`);
  expect(response.status).toBe(200);
});

test('refuses everybody while auth has not been heard of for half a minute', async () => {
  const apart = await startLeads();
  await apart.auth.close();
  await apart.advance(31_000);
  const { token } = apart.admin;
  const answer = await apart.stranger.as(token).call(listStates, {});
  expect(answer.refusal).toMatchObject({ code: 'unavailable' });
  expect(answer.status).toBe(503);
  await apart.stop();
});
