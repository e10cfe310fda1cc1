import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { getImport, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { createVoicemail, uploadGreeting } from '@crm/contracts/http/recordings.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import { openEnvironment, type TestEnvironment } from '@crm/e2e/environment.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { signInAll, type Bearers } from './bearers.js';
import { leadList, sound } from './files.js';
import { formOf, send, type Attempted } from './request.js';

let environment: TestEnvironment;
let bearers: Bearers;
before(async () => {
  environment = await openEnvironment({ leads: 20, trustProxy: 1 });
  bearers = await signInAll(environment);
});
after(() => environment.close());

const megabyte = 1_048_576;
const bytes = (...parts: (string | Uint8Array)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const soundBytes = async () => new Uint8Array(await sound().arrayBuffer());

const greet = (file: File): Promise<Attempted> =>
  send(environment.url, uploadGreeting, {
    token: bearers.owner.token,
    form: formOf({ user_id: bearers.owner.user.id }, 'audio', file),
  });

const codeOf = ({ body }: Attempted) => errorAnswer.safeParse(body).data?.code;

void test('a sound that is none is refused, whatever it is called and says that it is', async () => {
  const page = '<!doctype html><script>alert(1)</script>';
  const disguises: Record<string, Buffer> = {
    'a page': bytes(page),
    'a vector image': bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'a program': bytes('\u007FELF', new Uint8Array(64)),
    'a zip': bytes('PK\u0003\u0004', new Uint8Array(64)),
    'a gzip bomb': gzipSync(Buffer.alloc(8 * megabyte)),
    'the beginning of a sound and then a page': bytes('RIFF\u0000\u0000\u0000\u0000WAVE', page),
    nothing: Buffer.alloc(0),
  };
  for (const [what, content] of Object.entries(disguises)) {
    for (const [name, type] of [
      ['hello.wav', 'audio/wav'],
      ['hello.mp3', 'audio/mpeg'],
      ['hello.html', 'audio/wav'],
    ] as const) {
      const answer = await greet(new File([new Uint8Array(content)], name, { type }));
      assert.equal(codeOf(answer), 'invalid', `${what} as ${name}: ${String(answer.status)}`);
    }
  }
});

void test('a sound with a page behind it is handed out as sound and nothing else', async () => {
  const file = new File([await soundBytes(), '<script>alert(1)</script>'], 'polyglot.wav', {
    type: 'text/html',
  });
  const answer = await greet(file);
  if (codeOf(answer) === 'invalid') return;
  const { url } = uploadGreeting.answer.parse(answer.body);
  const back = await fetch(`${environment.url}${url}`, {
    headers: { authorization: `Bearer ${bearers.owner.token}` },
  });
  await back.arrayBuffer();
  if (!back.ok) return;
  assert.match(back.headers.get('content-type') ?? '', /^audio\//);
  assert.equal(back.headers.get('x-content-type-options'), 'nosniff');
});

void test('no name of a file leads out of its place, or into an answer as it is', async () => {
  for (const name of [
    '../../../../etc/cron.d/x.wav',
    '..\\..\\x.wav',
    '/etc/passwd.wav',
    'a\u0000.wav',
    `${'x'.repeat(5_000)}.wav`,
    '"; filename="evil.html',
    '<img src=x onerror=alert(1)>.wav',
    '.wav',
  ]) {
    const answer = await send(environment.url, createVoicemail, {
      token: bearers.owner.token,
      form: formOf({ user_id: bearers.owner.user.id }, 'audio', sound(name)),
    });
    if (codeOf(answer) === 'invalid') continue;
    const { vm } = createVoicemail.answer.parse(answer.body);
    assert.ok(!vm.url.includes('..') && vm.url.startsWith('/media/'), vm.url);
    assert.ok(vm.title.length <= 200 && !vm.title.includes('\u0000'), vm.title.slice(0, 80));
  }
});

void test('what is too large is turned away before it is whole, and nobody else waits', async () => {
  const large = new File([await soundBytes(), new Uint8Array(6 * megabyte)], 'large.wav', {
    type: 'audio/wav',
  });
  const answer = await greet(large);
  assert.equal(codeOf(answer), 'too_large');
});

void test('a form with the file missing, twice, in another part, or after too many fields is refused', async () => {
  const user_id = bearers.owner.user.id;
  const twice = formOf({ user_id }, 'audio', sound());
  twice.append('audio', sound(), 'again.wav');
  const elsewhere = formOf({ user_id }, 'somewhere', sound());
  const missing = new FormData();
  missing.append('user_id', user_id);
  const crowded = new FormData();
  for (let field = 0; field < 2_000; field += 1) crowded.append(`field${String(field)}`, 'x');
  crowded.append('user_id', user_id);
  crowded.append('audio', sound(), 'late.wav');
  const others = formOf({ user_id: bearers.colleague.user.id }, 'audio', sound());
  for (const [what, form, code] of [
    ['twice', twice, 'invalid'],
    ['elsewhere', elsewhere, 'invalid'],
    ['missing', missing, 'invalid'],
    ['crowded', crowded, 'invalid'],
    ["another's", others, 'forbidden'],
  ] as const) {
    const answer = await send(environment.url, uploadGreeting, { token: bearers.owner.token, form });
    assert.equal(codeOf(answer), code, `${what}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
  }
});

void test('a form that breaks off, or is no form, is refused and leaves nothing behind', async () => {
  const headers = { authorization: `Bearer ${bearers.owner.token}` };
  const boundary = 'multipart/form-data; boundary=b';
  const bodies: [string, string][] = [
    ['multipart/form-data', 'no boundary at all'],
    [boundary, '--b\r\nContent-Disposition: form-data; name="audio"; filename="x.wav"\r\n\r\nRIFF'],
    [boundary, '--b--\r\n'],
    [boundary, 'x'.repeat(100_000)],
    ['application/json', '{"user_id": 1}'],
    ['text/html', '<p>'],
  ];
  for (const [type, body] of bodies) {
    const answer = await fetch(`${environment.url}${uploadGreeting.path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    });
    const { code } = errorAnswer.parse(await answer.json());
    assert.ok(['invalid', 'forbidden'].includes(code), `${type}: ${code}`);
  }
});

async function imported(file: File): Promise<{ saved: number; refused: number; state: string }> {
  const { token, client } = bearers.admin;
  const answer = await send(environment.url, uploadBulkCsv, {
    token,
    form: formOf({ delimiter: ',', lt: 'life' }, 'file', file),
  });
  if (codeOf(answer) !== undefined) return { saved: 0, refused: 0, state: codeOf(answer) ?? '' };
  const { id } = uploadBulkCsv.answer.parse(answer.body).import;
  let found = { saved: 0, refused: 0, state: 'running' };
  await eventually(async () => {
    found = (await client.call(getImport, { params: { id } })).answer;
    return found.state !== 'running' && found.state !== 'receiving';
  });
  return found;
}

void test('no lead list that is none saves a row', async () => {
  const lists: Record<string, File> = {
    'a page': leadList('<!doctype html><table><tr><td>x</td></tr></table>'),
    'a zip': leadList(`PK\u0003\u0004${'\u0000'.repeat(200)}`),
    'a gzip bomb': new File([new Uint8Array(gzipSync(Buffer.alloc(8 * megabyte)))], 'leads.csv'),
    'one line of two megabytes': leadList(`Name,Phone\n"${'x'.repeat(2 * megabyte)}`),
    'ten thousand columns': leadList(`${'a,'.repeat(10_000)}\n${'1,'.repeat(10_000)}\n`),
    nothing: leadList(''),
    zeroes: new File([new Uint8Array(megabyte)], 'leads.csv'),
  };
  for (const [what, file] of Object.entries(lists)) {
    assert.equal((await imported(file)).saved, 0, what);
  }
});
