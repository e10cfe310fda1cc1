import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createAgent, updateAgent } from '@crm/contracts/http/agents.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { openEnvironment, password, type TestEnvironment } from '@crm/e2e/environment.js';
import { signInAll, type Bearers } from './bearers.js';
import { freshRecords } from './records.js';
import { send } from './request.js';
import { requestFor } from './request-for.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Patterns of secrets, by issuer. */
const secretForms: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/=]{40}/g,
  'a key of the carrier': /\bSK[0-9a-f]{32}\b/g,
  'an account of the carrier': /\bAC(?!0{8})[0-9a-f]{32}\b/g,
  'a key of AWS': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  'a key of Google': /\bAIza[\w-]{35}\b/g,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36}\b/g,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b|_auth(?:Token)?=/g,
  'a token of Slack': /\bxox[abprs]-[\w-]{10,}/g,
  'a signed token': /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{20,}/g,
  'an API key': /\bcrm_live_[0-9a-f]{24}_[\w-]{43}\b/g,
  'a password in an address':
    /\b(?:amqps?|mongodb(?:\+srv)?|rediss?|https?):\/\/[^\s:@/$<>{}'"`]+:[^\s:@/$<>{}'"`]{3,}@/g,
};

/** Harmless passwords in URLs: a broker's default, and those in examples. */
const openToNobody = /:\/\/(?:guest:guest|user:password|[\w-]+:\.\.\.|\w*:secret)@/;

void test('no file of the repository holds a secret', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const found: string[] = [];
  for (const file of files.filter((name) => name !== '' && !name.endsWith('package-lock.json'))) {
    const path = join(root, file);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile() || stats.size > 2_000_000) continue;
    const text = readFileSync(path, 'utf8');
    for (const [what, form] of Object.entries(secretForms)) {
      for (const { index } of text.matchAll(form)) {
        const before = text.slice(0, index).split('\n');
        const [rest] = text.slice(index).split('\n', 1);
        if (openToNobody.test(`${before.at(-1) ?? ''}${rest ?? ''}`)) continue;
        found.push(`${file}:${String(before.length)} ${what}`);
      }
    }
  }
  assert.deepEqual(found, []);
});

void test('nothing that is kept out of the repository is in it', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  assert.deepEqual(
    files.filter((name) => /(^|\/)(\.env|id_rsa|.*\.(pem|p12|key|pfx))$/.test(name)),
    [],
  );
});

let environment: TestEnvironment;
let bearers: Bearers;
before(async () => {
  environment = await openEnvironment({ leads: 20, trustProxy: 1 });
  bearers = await signInAll(environment);
});
after(() => environment.close());

const newPassword = 'q7Wd2mZr9Tk4';
const mailSecret = 'mail-pass-93f1';

void test('no answer to anybody carries a password, its hash, a mailbox key or the name of a store', async () => {
  const { admin, owner } = bearers;
  await admin.client.call(createAgent, {
    body: {
      role_id: 2,
      fname: 'Secret',
      lname: 'Keeper',
      email: 'secret.keeper@example.com',
      password: newPassword,
      states: ['TX'],
      subroles: [1],
    },
  });
  const { id, fname, lname, email } = owner.user;
  await admin.client.call(updateAgent, {
    params: { id },
    body: {
      fname,
      lname,
      email,
      email_credentials: {
        clientId: 'mail-client',
        clientSecret: mailSecret,
        refreshToken: mailSecret,
        accessToken: mailSecret,
      },
    },
  });
  const leaks: string[] = [];
  for (const endpoint of endpoints.filter(
    ({ access, name }) => access !== 'internal' && name !== 'signOut' && name !== 'signOutEverywhere',
  )) {
    for (const as of ['admin', 'owner'] as const) {
      const request = await requestFor(endpoint, bearers, as, freshRecords(environment.url, bearers));
      const { body } = await send(environment.url, endpoint, { ...request, token: bearers[as].token });
      const text = JSON.stringify(body);
      for (const secret of [
        password,
        newPassword,
        mailSecret,
        '$argon2',
        'password_hash',
        'mongodb://',
        'at Object.',
        'node_modules',
      ]) {
        if (text.includes(secret)) leaks.push(`${endpoint.name} as ${as}: ${secret}`);
      }
    }
  }
  assert.deepEqual(leaks, []);
});
