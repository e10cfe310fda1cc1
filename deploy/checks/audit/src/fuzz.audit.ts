import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { keyScope } from '@crm/contracts/codes/key-scopes.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import { scimError } from '@crm/contracts/http/scim.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { apiKeys } from '@crm/contracts/resources/api-key.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { openEnvironment, type TestEnvironment } from '@crm/e2e/environment.js';
import { signInAll, type BearerName, type Bearers } from './bearers.js';
import { rowOf } from './expected-rights.js';
import { spoiled } from './hostile.js';
import { freshRecords } from './records.js';
import { send, type Attempt } from './request.js';
import { requestFor } from './request-for.js';

/** Runs per call: FUZZ_RUNS sets more, FUZZ_SEED repeats a run. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 25);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

let environment: TestEnvironment;
let bearers: Bearers;
/** Opens every call of API keys. */
let key: string;
before(async () => {
  environment = await openEnvironment({ leads: 20, trustProxy: 1, callsPerMinute: 1_000_000 });
  bearers = await signInAll(environment);
  const made = await bearers.admin.client.call(apiKeys.calls.create, {
    body: { name: 'Fuzz', scopes: keyScope.options, networks: [], ends_on: null },
  });
  key = apiKeys.calls.create.answer.parse(made.answer).key;
});
after(() => environment.close());

/** The most privileged caller: a request refused earlier never reaches its parser. */
function bearerOf(name: string): BearerName {
  const row = rowOf(name);
  if (row.startsWith('---')) return 'guide';
  return row.startsWith('-') ? 'owner' : 'admin';
}

/** Acceptable responses to hostile input: success, or a refusal by contract; never a server error. */
function complaint(endpoint: Endpoint, status: number, body: unknown): string | undefined {
  if (status >= 500) return `answered ${String(status)} ${JSON.stringify(body)}`;
  if (status === 429) return 'skipped: rate limit reached';
  if (status < 400) return undefined;
  if (endpoint.path.startsWith('/scim/') && scimError.safeParse(body).success) return undefined;
  const refusal = errorAnswer.safeParse(body);
  if (!refusal.success)
    return `refused in no known words: ${String(status)} ${JSON.stringify(body).slice(0, 200)}`;
  if (status === 422 && refusal.data.code !== 'invalid') return `422 with ${refusal.data.code}`;
  if (endpoint.body === undefined && status === 413) return 'a call without a body found it too large';
  return undefined;
}

// These end a session or query the broker; each has its own tests.
const left = new Set(['signOut', 'signOutEverywhere']);
const fuzzed = endpoints.filter(
  ({ access, bodyKind, name }) => access !== 'internal' && bodyKind === 'json' && !left.has(name),
);

for (const endpoint of fuzzed) {
  void test(`${endpoint.name} takes or refuses whatever it is sent`, async () => {
    const as = bearerOf(endpoint.name);
    const good = await requestFor(endpoint, bearers, as, freshRecords(environment.url, bearers));
    const token = endpoint.access === 'key' ? key : bearers[as].token;
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(spoiled(good), async (attempt: Attempt) => {
        asked += 1;
        // Public calls are rate-limited by address.
        const from = `10.${String(asked >> 8)}.${String(asked & 255)}.7`;
        const { status, body } = await send(environment.url, endpoint, { ...attempt, token, from });
        const wrong = complaint(endpoint, status, body);
        if (wrong !== undefined) throw new Error(`${endpoint.method} ${endpoint.path} ${wrong}`);
      }),
      { numRuns, seed, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
  });
}

void test('everything answers as before when all of that is over', async () => {
  for (const { client } of Object.values(bearers)) {
    assert.equal((await client.call(getSettings, {})).status, 200);
  }
});
