import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAgents } from '@crm/contracts/http/agents.js';
import { openEnvironment, type TestEnvironment } from '@crm/e2e/environment.js';
import { signInAll, type Bearers } from './bearers.js';

let environment: TestEnvironment;
let bearers: Bearers;
before(async () => {
  environment = await openEnvironment({ leads: 20, trustProxy: 1 });
  bearers = await signInAll(environment);
});
after(() => environment.close());

/** One response of each kind that the gateway gives: page, file, data, refusals, not found. */
const addresses = {
  page: '/',
  'page of a route': '/life',
  data: listAgents.path,
  refusal: '/api/lead/filter',
  'no such call': '/api/nothing/here',
  'no such file': '/assets/nothing.js',
  documents: '/api/docs',
} as const;

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${environment.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: {
      authorization: `Bearer ${bearers.admin.token}`,
      'x-forwarded-for': '203.0.113.5',
      ...init.headers,
    },
  });

for (const [what, path] of Object.entries(addresses)) {
  void test(`the answer with a ${what} says what a browser may make of it`, async () => {
    const answer = await get(path);
    await answer.arrayBuffer();
    const header = (name: string) => answer.headers.get(name);
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.match(header('content-security-policy') ?? '', /default-src '(none|self)'/);
    assert.match(header('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.doesNotMatch(header('content-security-policy') ?? '', /unsafe-(inline|eval)|\*/);
    assert.equal(header('referrer-policy'), 'no-referrer');
    assert.equal(header('x-powered-by'), null);
    assert.equal(header('server'), null);
    assert.equal(header('set-cookie'), null);
  });
}

void test('data is kept in no cache on the way', async () => {
  for (const path of [listAgents.path, '/api/lead/filter', '/api/nothing/here']) {
    const answer = await get(path);
    await answer.arrayBuffer();
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/, path);
  }
});

void test('no page of another origin may read what is answered here', async () => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    const answer = await get(listAgents.path, {
      method,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    });
    await answer.arrayBuffer();
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
  }
});

void test('no other method reaches what one method alone is described for', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'OPTIONS']) {
    const answer = await get(listAgents.path, { method });
    await answer.arrayBuffer();
    assert.ok([404, 405].includes(answer.status), `${method}: ${String(answer.status)}`);
  }
});

void test('a path that climbs, hides or doubles itself reaches nothing but its own call', async () => {
  for (const path of [
    '/api/../internal/sessions',
    '/api/%2e%2e/internal/sessions',
    '/api//agents/../../internal/sessions',
    '/api/agents%2f..%2f..%2finternal%2fsessions',
    '/API/AGENTS/../internal/sessions',
    '/metrics',
    '/health/ready/../../internal/sessions',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.env',
    '/.git/config',
  ]) {
    const answer = await get(path);
    const text = await answer.text();
    const isOurPage = answer.status === 200 && /<div id="root"/.test(text);
    assert.ok(isOurPage || answer.status >= 400, `${path}: ${String(answer.status)} ${text.slice(0, 120)}`);
    assert.doesNotMatch(text, /"revoked"|"workspaces"|process_cpu|repositoryformatversion/, path);
  }
});
