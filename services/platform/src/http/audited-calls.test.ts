import { roles } from '@crm/contracts/codes/roles.js';
import { getLead, restChangeLead } from '@crm/contracts/http/leads.js';
import { isChange } from '../audit/audit-call.js';
import type { AuditedAction } from '../audit/audit-entry.js';
import type { EntryLog } from '../audit/audit-log.js';
import { createCarriedEntries } from '../audit/carried-entries.js';
import { silentLogger } from '../log/logger.js';
import { forbidden, unavailable } from '../errors/app-error.js';
import { httpClient } from '../testing/http-client.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { uniqueActor } from '../testing/unique.js';
import { mountAll, route, type EndpointDeps, type Route } from './mount-endpoint.js';

let running: TestServer;
afterEach(() => running.close());

/** Serves routes with an audit log of the test's own, and answers an admin's client. */
async function serve(routes: readonly Route[], log: EntryLog) {
  const carried = createCarriedEntries({
    audit: { ...log, flush: () => Promise.resolve() },
    store: { isEntered: () => Promise.resolve(false) },
    log: silentLogger,
  });
  const audit: EndpointDeps['audit'] = { ...log, ...carried };
  running = await startTestServer({
    service: 'leads',
    mount: (router, deps) => {
      mountAll(router, { ...deps, answers: 'logged', audit }, routes);
    },
  });
  return httpClient(running.url, running.tokens.tokenFor(uniqueActor(roles.admin)));
}

const change = {
  params: { id: '66f0a1b2c3d4e5f601020399' },
  body: { type: 'life' as const, version: 1, address: 'Second St 2' },
};
const answersChange = route(restChangeLead, async () =>
  restChangeLead.answer.parse(restChangeLead.example.answer),
);

test('a change is answered when its entry is stored, and not before', async () => {
  const steps: string[] = [];
  let noteAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    noteAsked = resolve;
  });
  let storeEntry: () => void = () => undefined;
  const client = await serve([answersChange], {
    requireRoom: () => undefined,
    later: () => undefined,
    now: () => {
      noteAsked();
      return new Promise((resolve) => {
        storeEntry = resolve;
      });
    },
  });
  const answer = client
    .call(restChangeLead, change)
    .then(({ status }) => steps.push(`answered ${String(status)}`));
  await asked;
  steps.push('stored');
  storeEntry();
  await answer;
  expect(steps).toEqual(['stored', 'answered 200']);
});

test('a change whose entry is not stored in time is 503, and its entry is one', async () => {
  const entered: AuditedAction[] = [];
  const client = await serve([answersChange], {
    requireRoom: () => undefined,
    later: (action) => {
      entered.push(action);
    },
    now: (action) => {
      entered.push(action);
      return Promise.reject(unavailable('The change was not confirmed'));
    },
  });
  expect((await client.call(restChangeLead, change)).status).toBe(503);
  expect(entered).toMatchObject([{ action: 'lead.updated', outcome: 'done' }]);
});

test('a read does not wait for its entry; a refusal is entered as denied', async () => {
  const entered: AuditedAction[] = [];
  const client = await serve([route(getLead, () => Promise.reject(forbidden()))], {
    requireRoom: () => undefined,
    later: (action) => {
      entered.push(action);
    },
    now: () => new Promise(() => undefined),
  });
  expect(isChange(getLead)).toBe(false);
  expect((await client.call(getLead, { params: change.params })).status).toBe(403);
  expect(entered).toMatchObject([
    { action: 'lead.opened', outcome: 'denied', subjects: [`lead/${change.params.id}`], full_record: false },
  ]);
});
