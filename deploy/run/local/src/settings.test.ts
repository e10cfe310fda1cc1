import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@crm/platform/config/load-config.js';
import { CannotStart } from './data-folder.js';
import { demoIn } from './demo.js';
import { settingsSchema } from './settings.js';

const seedWith = (env: Record<string, string>) => loadConfig(settingsSchema, env).SEED;

/** Each makes the system reachable from other machines. */
const open: Record<string, string>[] = [
  { HOST: '0.0.0.0' },
  { HOST: '192.168.1.20' },
  { TWILIO_ACCOUNT_SID: 'AC1' },
  { TWILIO_AUTH_TOKEN: 'x', HOST: '127.0.0.1' },
  { PUBLIC_BASE_URL: 'https://floor.example.com' },
];

const closed: Record<string, string>[] = [
  {},
  { HOST: 'localhost' },
  { HOST: '::1' },
  { TWILIO_ACCOUNT_SID: '' },
  { PUBLIC_BASE_URL: '' },
];

test.each(closed)('with %j the demo is seeded', (env) => {
  expect(seedWith(env)).toBe('demo');
});

test.each(open)('with %j there is no demo, and asking for it is refused in one sentence', (env) => {
  expect(seedWith(env)).toBe('none');
  const ask = () => seedWith({ ...env, SEED: 'demo' });
  expect(ask).toThrow(ConfigError);
  expect(ask).toThrow(/SEED: the demo has a public password and only runs on loopback/);
});

describe('a data folder that holds the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('is opened to nobody else, even where its seeding was cut short', () => {
    expect(() => demoIn(folder, { isOpen: true })).not.toThrow();
    demoIn(folder, { isOpen: false }).begin();
    expect(() => demoIn(folder, { isOpen: true })).toThrow(CannotStart);
    expect(() => demoIn(folder, { isOpen: true })).toThrow('contains the demo, whose password is public');
  });

  test('goes on here, and is seeded once', () => {
    const demo = demoIn(folder, { isOpen: false });
    expect(demo.isWhole).toBe(false);
    demo.finish();
    expect(demo.isWhole).toBe(true);
  });
});
