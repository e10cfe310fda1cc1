import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openEnvironment, type TestEnvironment } from '@crm/e2e/environment.js';

let environment: TestEnvironment;
before(async () => {
  environment = await openEnvironment({ leads: 20, trustProxy: 1 });
});
after(() => environment.close());

async function statusOf(path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL(path, environment.url), { redirect: 'manual', ...init });
  return { status: answer.status, text: await answer.text() };
}

const lead = '66f0a1b2c3d4e5f601020399';
const content = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
const signedBy = (key: Buffer, kid: string, text: string, purpose: string) =>
  `${kid}.${text}.${createHmac('sha256', key).update(`${purpose}:${kid}.${text}`).digest('base64url')}`;

void test('no link to a file is one that this server did not sign', async () => {
  const soon = Math.floor(Date.now() / 1000) + 3_600;
  const forged = ['recording', 'voicemail', 'text-file'].flatMap((kind) => {
    const fields = content({ f: kind, i: lead, x: soon, a: 'carrier' });
    return [
      `k1.${fields}.`,
      `k1.${fields}.AAAA`,
      `k1.${fields}`,
      `..${fields}`,
      signedBy(randomBytes(32), 'k1', fields, 'audio-link'),
      signedBy(randomBytes(32), 'k1', fields, 'text-file-link'),
      signedBy(Buffer.alloc(0), 'k1', fields, 'text-file-link'),
      signedBy(randomBytes(32), '__proto__', fields, 'text-file-link'),
    ];
  });
  for (const token of [...forged, lead, 'x', '%00']) {
    for (const folder of ['/media/', '/media/texts/']) {
      const { status } = await statusOf(folder + token);
      assert.ok(status === 403 || status === 404 || status === 400, `${folder}${token}: ${String(status)}`);
    }
  }
});

void test('files of texts, recordings and downloads ask for a session where no link is given', async () => {
  for (const path of [
    `/api/rest/text-files/${lead}`,
    `/api/rest/imports/${lead}/refused.csv`,
    '/api/rest/audit/leads/entries.csv',
    '/api/rest/dialler-report/days.csv',
  ]) {
    const { status, text } = await statusOf(path);
    assert.equal(status, 403, path);
    assert.match(text, /"session_ended"/, path);
  }
});

void test('webhooks answer nobody without the carrier\u2019s signature', async () => {
  for (const path of ['/tw/voice', '/tw/status', '/tw/sms/in', '/tw/sms/status', '/tw/anything']) {
    const wrong: Record<string, string> = { 'x-twilio-signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' };
    for (const headers of [{}, wrong]) {
      const { status } = await statusOf(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: 'From=%2B12145550117&Body=STOP',
      });
      assert.equal(status, 403, path);
    }
  }
});

void test('the simulated carrier is for this machine alone: not through a proxy, under another name or from another site', async () => {
  assert.equal((await statusOf('/_sim/state')).status, 200);
  for (const [name, value] of [
    ['x-forwarded-for', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7'],
    ['sec-fetch-site', 'cross-site'],
  ] as const) {
    const headers = { [name]: value };
    for (const [path, method] of [
      ['/_sim/state', 'GET'],
      ['/_sim/trace', 'GET'],
      ['/_sim/phone/', 'GET'],
      ['/_sim/inbound-sms', 'POST'],
      ['/_sim/inbound-call', 'POST'],
    ] as const) {
      const { status, text } = await statusOf(path, { method, headers });
      assert.equal(status, 404, `${method} ${path}`);
      assert.doesNotMatch(text, /"calls"|"texts"/, path);
    }
  }
});

void test('numbers of the inside are not told through a proxy', async () => {
  const { status, text } = await statusOf('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  assert.equal(status, 404);
  assert.doesNotMatch(text, /process_cpu/);
});
