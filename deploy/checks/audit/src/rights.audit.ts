import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serviceNames } from '@crm/contracts/endpoint/endpoint.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { exportAuditEntries } from '@crm/contracts/http/audit.js';
import { apiKeys } from '@crm/contracts/resources/api-key.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { openEnvironment, type TestEnvironment } from '@crm/e2e/environment.js';
import { bearerNames, endedToken, signInAll, type BearerName, type Bearers } from './bearers.js';
import { expectedKeyRights, mayByKey } from './expected-key-rights.js';
import { openToAll, rowOf } from './expected-rights.js';
import { promisedEntry, type Promised } from './promised-entry.js';
import { freshRecords, untouchedRecords, type Records } from './records.js';
import { send, type Attempted } from './request.js';
import { requestFor } from './request-for.js';

let environment: TestEnvironment;
let bearers: Bearers;
/** What the calls below promised to leave in the audit log. */
const promised: Promised[] = [];

before(async () => {
  environment = await openEnvironment({ leads: 20, trustProxy: 1, callsPerMinute: 100_000 });
  bearers = await signInAll(environment);
});
after(() => environment.close());

const proxied = endpoints.filter(({ access }) => access !== 'internal');

function shown({ status, body }: Attempted): string {
  const { data } = errorAnswer.safeParse(body);
  return data ? `${String(status)} ${data.code}` : String(status);
}

/** Whether a response matches a letter of the expectation. */
function fits(letter: string, { status, body }: Attempted): boolean {
  const code = errorAnswer.safeParse(body).data?.code;
  const isForbidden = status === 403 && code === 'forbidden';
  const isHidden = status === 404 && code === 'not_found';
  if (letter === '-') return isForbidden;
  if (letter === 's') return status === 403 && code === 'session_ended';
  if (letter === 't') return status === 401 && code === undefined;
  if (letter === 'w') return status === 401 && code === 'wrong_credentials';
  if (letter === 'h') return isHidden;
  if (letter === 'n') return isForbidden || isHidden;
  if (status >= 500 || status === 401 || status === 403 || status === 429) return false;
  return letter === 'r' || status !== 404;
}

/** Whether a letter lets a call through; all others are a kind of refusal, as `fits` reads them. */
const letsThrough = (letter: string) => letter === 'y' || letter === 'r';

/** Calls as one caller. */
async function ask(endpoint: Endpoint, as: BearerName, records: Records): Promise<Attempted> {
  const request = await requestFor(endpoint, bearers, as, records);
  const answer = await send(environment.url, endpoint, { ...request, token: bearers[as].token });
  const entry = promisedEntry(endpoint, as, answer);
  if (entry !== undefined) promised.push(entry);
  return answer;
}

// Signing out would end a session that other tests need.
const signsOut: ReadonlySet<string> = new Set(['signOut', 'signOutEverywhere']);
const order = [
  ...proxied.filter(({ name }) => !signsOut.has(name)),
  ...proxied.filter(({ name }) => signsOut.has(name)),
];
for (const endpoint of order) {
  const { name } = endpoint;
  const row = rowOf(name);
  void test(`${name} answers each role with ${row}`, async () => {
    const wrong: string[] = [];
    const untouched = untouchedRecords(environment.url, bearers);
    for (const [column, as] of bearerNames.entries()) {
      const letter = row[column] ?? '';
      const records = letsThrough(letter) ? freshRecords(environment.url, bearers) : untouched;
      const answer = await ask(endpoint, as, records);
      if (!fits(letter, answer)) wrong.push(`${as}: ${shown(answer)} where '${letter}' is right`);
    }
    assert.deepEqual(wrong, []);
    if (signsOut.has(name)) bearers = await signInAll(environment);
  });
}

for (const [scope] of expectedKeyRights) {
  void test(`an API key with ${scope} makes its calls and no other`, async () => {
    const made = await bearers.admin.client.call(apiKeys.calls.create, {
      body: { name: scope, scopes: [scope], networks: [], ends_on: null },
    });
    const { key } = apiKeys.calls.create.answer.parse(made.answer);
    const wrong: string[] = [];
    const untouched = untouchedRecords(environment.url, bearers);
    for (const endpoint of order.filter(({ access }) => access !== 'public')) {
      const isOpen = mayByKey(scope, endpoint.name);
      const records = isOpen ? freshRecords(environment.url, bearers) : untouched;
      const request = await requestFor(endpoint, bearers, 'owner', records);
      const answer = await send(environment.url, endpoint, { ...request, token: key });
      const letter = isOpen ? 'y' : '-';
      if (!fits(letter, answer)) wrong.push(`${endpoint.name}: ${shown(answer)} where '${letter}' is right`);
      const entry = promisedEntry(endpoint, scope, answer);
      if (entry !== undefined) promised.push(entry);
    }
    assert.deepEqual(wrong, []);
  });
}

void test('every call left the entry that its rule promises, done or denied', async () => {
  const lines: string[] = [];
  for (const service of serviceNames) {
    const attempt = { params: { service }, token: bearers.admin.token };
    const { status, body } = await send(environment.url, exportAuditEntries, attempt);
    assert.equal(status, 200);
    assert.ok(typeof body === 'string');
    lines.push(...body.split('\n'));
  }
  assert.ok(promised.length > 300, `only ${String(promised.length)} calls promised an entry`);
  const missing = promised.filter(
    ({ texts }) => !lines.some((line) => texts.every((text) => line.includes(text))),
  );
  assert.deepEqual(
    missing.map(({ call, texts }) => `${call}: ${texts.join(', ')}`),
    [],
  );
});

void test('no call but the open ones answers without a session, or after it has ended', async () => {
  const wrong: string[] = [];
  let ended = await endedToken(environment);
  const untouched = untouchedRecords(environment.url, bearers);
  for (const [index, endpoint] of proxied.entries()) {
    // The gateway turns an ended session away that calls too often: each of them makes a part of the calls.
    if (index > 0 && index % 100 === 0) ended = await endedToken(environment);
    if (openToAll.includes(endpoint.name) || endpoint.name === 'ingestLead') continue;
    const request = await requestFor(endpoint, bearers, 'owner', untouched);
    for (const [who, token] of [
      ['nobody', undefined],
      ['a signed-out session', ended],
      ['a forged token', `${ended.slice(0, -6)}AAAAAA`],
    ] as const) {
      const from = `198.18.${String(index >> 8)}.${String(index & 255)}`;
      const answer = await send(environment.url, endpoint, { ...request, token, from });
      const right = endpoint.access === 'key' ? '401 key_invalid' : '403 session_ended';
      if (shown(answer) !== right) wrong.push(`${endpoint.name}, ${who}: ${shown(answer)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

void test('a call between services is not there for anybody outside', async () => {
  const wrong: string[] = [];
  for (const endpoint of endpoints.filter(({ access }) => access === 'internal')) {
    const { example } = endpoint;
    for (const as of bearerNames) {
      const answer = await send(environment.url, endpoint, {
        params: example.params,
        query: example.query,
        body: example.body,
        token: bearers[as].token,
      });
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
      if (answer.status !== 404 && !isPage) wrong.push(`${endpoint.name}, ${as}: ${shown(answer)}`);
    }
  }
  assert.deepEqual(wrong, []);
});
