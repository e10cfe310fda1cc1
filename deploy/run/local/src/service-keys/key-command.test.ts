import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { serviceKeyFields } from '@crm/platform/config/env-fields.js';
import { z } from 'zod';
import { runKeyCommand } from './key-command.js';
import { serviceKeyRing } from './key-ring.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-keys-'));
  file = join(folder, 'keys.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(...words: string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = runKeyCommand(words, {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  });
  return { code, printed, complaint: complaints.join('\n') };
}
const ring = () => serviceKeyRing.parse(JSON.parse(readFileSync(file, 'utf8')));

test('makes keys in a file that its owner alone reads, and prints settings that services start with', () => {
  expect(run('new', file).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const settings = new Map(
    run('env', file).printed.map((line) => [line.split('=', 1)[0], line.replace(/^\w+=/, '')]),
  );
  expect([...settings.keys()].sort()).toEqual([
    ...['AUTH', 'FOLLOWUPS', 'GATEWAY', 'LEADS', 'MESSAGING'].map((name) => `${name}_SERVICE_KEYS`),
    'SERVICE_PUBLIC_KEYS',
    ...['STATS', 'TELEPHONY'].map((name) => `${name}_SERVICE_KEYS`),
  ]);
  const read = loadConfig(z.object(serviceKeyFields), {
    SERVICE_KEYS: settings.get('LEADS_SERVICE_KEYS'),
    SERVICE_PUBLIC_KEYS: settings.get('SERVICE_PUBLIC_KEYS'),
  });
  expect(read.SERVICE_KEYS.caller).toBe('leads');
});

test('exchanges the key of one service', () => {
  run('new', file);
  const [old] = ring().private.leads.keys;
  for (const step of ['add', 'use', 'retire']) expect(run(step, file, 'leads').code).toBe(0);
  const { keys } = ring().private.leads;
  expect([keys.length, keys[0].kid === old.kid]).toEqual([1, false]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what it refuses leaves the file as it was and shows no key', () => {
  run('new', file);
  const before = readFileSync(file, 'utf8');
  expect(run('new', file)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('exists already') as unknown,
  });
  expect(run('retire', file, 'leads')).toMatchObject({
    code: 1,
    complaint: 'leads has one key: add a second one first',
  });
  for (const words of [[], ['add', file], ['add', file, 'mallory'], ['forget', file]]) {
    expect(run(...words)).toMatchObject({ code: 2, printed: [] });
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
  writeFileSync(file, '{"private":"secretpart"}');
  const broken = run('env', file);
  expect([broken.code, broken.complaint]).toEqual([1, `${file} is no file of service keys`]);
});
