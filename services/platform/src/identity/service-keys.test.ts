import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { serviceKeyFields } from '../config/env-fields.js';
import { loadConfig } from '../config/load-config.js';
import { newServiceKey } from './service-keys.js';

const settings = z.object(serviceKeyFields);
const [own, other, third] = [newServiceKey('leads'), newServiceKey('auth'), newServiceKey('leads')];
const given = {
  SERVICE_KEYS: JSON.stringify({ keys: [own.private, third.private] }),
  SERVICE_PUBLIC_KEYS: JSON.stringify({ keys: [own.public, third.public, other.public] }),
};

function refusalOf(changes: Partial<typeof given>): string {
  try {
    loadConfig(settings, { ...given, ...changes });
  } catch (error) {
    return String(error);
  }
  throw new Error('It was taken');
}

test('keys are read in the order they are written in, each public one with its owner', () => {
  const read = loadConfig(settings, given);
  expect(read.SERVICE_KEYS.caller).toBe('leads');
  expect(read.SERVICE_KEYS.keys.map(({ kid }) => kid)).toEqual([own.private.kid, third.private.kid]);
  expect([...read.SERVICE_PUBLIC_KEYS].map(([kid, { caller }]) => [kid, caller])).toEqual([
    [own.public.kid, 'leads'],
    [third.public.kid, 'leads'],
    [other.public.kid, 'auth'],
  ]);
});

test('a setting may name the file that holds the keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-keys-'));
  const file = join(folder, 'leads.json');
  writeFileSync(file, given.SERVICE_KEYS);
  expect(loadConfig(settings, { ...given, SERVICE_KEYS: file }).SERVICE_KEYS.caller).toBe('leads');
  rmSync(folder, { recursive: true });
});

const { d: secret } = own.private;
const set = (...keys: unknown[]) => JSON.stringify({ keys });
test.each([
  ['nothing', { SERVICE_KEYS: '' }, 'SERVICE_KEYS: is required'],
  ['no file', { SERVICE_KEYS: '/nowhere/keys.json' }, 'neither a JSON object nor a file'],
  ['broken JSON', { SERVICE_KEYS: `{${secret}` }, 'must be a JSON object of keys'],
  ['no key', { SERVICE_KEYS: set() }, 'SERVICE_KEYS'],
  ['a public key for a private one', { SERVICE_KEYS: set(own.public) }, 'SERVICE_KEYS'],
  ['keys of two services', { SERVICE_KEYS: set(own.private, other.private) }, 'more than one service'],
  ['no point of the curve', { SERVICE_KEYS: set({ ...own.private, x: 'AAAA' }) }, 'none of P-256'],
  ['a private key among the public ones', { SERVICE_PUBLIC_KEYS: set(own.private) }, 'SERVICE_PUBLIC_KEYS'],
  ['an id twice', { SERVICE_PUBLIC_KEYS: set(own.public, own.public) }, 'a key id twice'],
  [
    'three keys of one service',
    { SERVICE_PUBLIC_KEYS: set(own.public, third.public, newServiceKey('leads').public) },
    'more than two keys',
  ],
  [
    'an owner nobody is',
    { SERVICE_PUBLIC_KEYS: set({ ...own.public, iss: 'mallory' }) },
    'SERVICE_PUBLIC_KEYS',
  ],
])('%s is refused by name, without showing a key', (_what, changes, reason) => {
  const refusal = refusalOf(changes);
  expect(refusal).toContain(reason);
  expect(refusal).not.toContain(secret);
});
