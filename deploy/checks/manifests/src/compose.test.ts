import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { stopLimitMs } from '@crm/platform/lifecycle/run-service.js';
import { telephonyConfig } from '@crm/telephony/config.js';
import { fillIn, readComposeFile, variablesIn } from './compose-file.js';
import { leftAlone, processes, services, type ProcessName } from './processes.js';
import { settingNames } from './setting-names.js';
import { exampleNames, filled, twilio } from './test/filled-settings.js';

const text = readFileSync('docker-compose.yml', 'utf8');
const compose = readComposeFile();
const serviceNamed = (name: string) => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
};

/** The environment that a service is started with. */
const environmentOf = (name: string, env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(serviceNamed(name).environment).map(([key, value]) => [key, fillIn(value, env)]),
  );

/** Every process in the compose file, with its settings schema. */
const started: [string, ProcessName][] = [
  ...services.map((name): [string, ProcessName] => [name, name]),
  ['gateway-1', 'gateway'],
  ['gateway-2', 'gateway'],
  ['carrier-sim', 'carrier-sim'],
  ['web', 'web'],
];

test('every variable that the compose file asks for is in the example, and no other', () => {
  expect(exampleNames.filter((name) => name !== 'COMPOSE_PROFILES').sort()).toEqual(variablesIn(text).sort());
});

test('the example has no secret in it, and what is asked for with :? is empty there', () => {
  const asked = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
  const example = readFileSync('.env.example', 'utf8');
  for (const name of new Set([
    ...asked,
    ...exampleNames.filter((each) => /PASSWORD|KEY|SECRET|TOKEN$/.test(each)),
  ])) {
    expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
  }
});

test.each(started)('%s starts with what the compose file gives it', (name, process) => {
  expect(() => {
    loadConfig(processes[process], environmentOf(name, filled()));
  }).not.toThrow();
});

test.each(started)('%s is given every setting that it knows, and no other', (name, process) => {
  const known = settingNames(processes[process]).filter((setting) => !(setting in leftAlone));
  expect(known.length).toBeGreaterThan(0);
  expect(Object.keys(serviceNamed(name).environment).sort()).toEqual(known.sort());
});

test('telephony calls nobody until Twilio is named, and then by all it needs', () => {
  const real = {
    TELEPHONY_MODE: 'twilio',
    COMPOSE_PROFILES: '',
    PUBLIC_BASE_URL: 'https://calls.example.com',
    ...twilio,
  };
  const load = (given: Record<string, string>) =>
    loadConfig(telephonyConfig, environmentOf('telephony', filled(given)));
  expect(load({}).carrier).toMatchObject({ provider: 'sim', baseUrl: 'http://carrier-sim:4000' });
  expect(load(real)).toMatchObject({
    carrier: { provider: 'twilio' },
    publicBaseUrl: 'https://calls.example.com',
  });
  expect(() => load({ ...real, TWILIO_API_KEY: '' })).toThrow('TWILIO_API_KEY');
});

test('an address names a service of the file, and the port where it listens', () => {
  for (const [name] of started) {
    for (const [setting, value] of Object.entries(environmentOf(name, filled()))) {
      if (!URL.canParse(value) || !/_(?:URL|URI)$/.test(setting)) continue;
      const { hostname } = new URL(value);
      if (!hostname.includes('.'))
        expect([setting, Object.keys(compose.services)]).toEqual([
          setting,
          expect.arrayContaining([hostname]),
        ]);
    }
  }
});

test('each service has a database of its own in one replica set', () => {
  const uris = services.map((name) => environmentOf(name, filled())['MONGODB_URI'] ?? '');
  expect(uris.map((uri) => new URL(uri).pathname)).toEqual(services.map((name) => `/crm_${name}`));
  for (const uri of uris) expect(new URL(uri).searchParams.get('replicaSet')).toBe('rs0');
  expect(JSON.stringify(serviceNamed('mongodb').entrypoint)).toContain('--replSet rs0');
  expect(readFileSync('deploy/operate/docker/prepare-replica-set.js', 'utf8')).toContain("_id: 'rs0'");
});

test('what is waited for is there, and nothing with data starts before its password is looked at', () => {
  for (const [name, { depends_on }] of Object.entries(compose.services)) {
    for (const other of Object.keys(depends_on)) {
      expect([name, other, other in compose.services]).toEqual([name, other, true]);
      if (depends_on[other]?.condition === 'service_healthy' && !serviceNamed(other).build) {
        expect([other, 'test' in (serviceNamed(other).healthcheck ?? {})]).toEqual([other, true]);
      }
    }
  }
  for (const store of ['mongodb', 'rabbitmq', 'redis']) {
    expect(serviceNamed(store).depends_on).toHaveProperty('passwords');
  }
});

test('nothing is stopped before it may have put itself down', () => {
  for (const [name] of started.filter(([each]) => each !== 'web' && each !== 'carrier-sim')) {
    const seconds = Number.parseInt(serviceNamed(name).stop_grace_period ?? '10', 10);
    expect([name, seconds * 1_000 > stopLimitMs]).toEqual([name, true]);
  }
});

test('what is mounted and what is built from is in the repository', () => {
  for (const { volumes = [], build } of Object.values(compose.services)) {
    for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
      expect([source, source.startsWith('./') ? existsSync(source) : source in compose.volumes]).toEqual([
        source,
        true,
      ]);
    }
    if (build) expect(readFileSync(build.dockerfile, 'utf8')).toContain(` AS ${build.target}\n`);
  }
});

describe('passwords are refused', () => {
  const check = (password: string) =>
    spawnSync(process.execPath, ['deploy/operate/docker/check-passwords.mjs', 'REDIS_PASSWORD'], {
      env: { REDIS_PASSWORD: password },
      encoding: 'utf8',
    });

  test.each([
    ['that are empty', '', 'is empty'],
    ['that are everybody’s first guess', 'guest', 'tries first'],
    ['with a number behind such a guess', 'Password123', 'tries first'],
    ['that are short', 'x7Kq2mP9', 'fewer than 20'],
    ['that would break an address', 'b1f7c5a04d3e4f6ab2c9@/', 'more than letters'],
  ])('%s', (_name, password, reason) => {
    const { status, stderr } = check(password);
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)]);
    if (password !== '') expect(stderr).not.toContain(password);
  });

  test('and others are not', () => {
    expect(check('b1f7c5a04d3e4f6ab2c9').status).toBe(0);
  });
});
