import { existsSync, readFileSync } from 'node:fs';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { fillIn, readComposeFile } from './compose-file.js';
import { processes, services } from './processes.js';
import { filled } from './test/filled-settings.js';

const plain = readComposeFile();
const compose = readComposeFile('docker-compose.tls.yml');
const environmentOf = (file: typeof compose, name: string) =>
  Object.fromEntries(
    Object.entries(file.services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      fillIn(value, filled()),
    ]),
  );
const ca = '/etc/store-ca/ca.crt';
const clients = [...services, 'gateway-1', 'gateway-2', 'prepare-rabbitmq'];

test.each(clients)('%s goes to its stores by TLS alone, and trusts their authority', (name) => {
  const env = environmentOf(compose, name);
  expect(env['NODE_EXTRA_CA_CERTS']).toBe(ca);
  expect(compose.services[name]?.volumes).toEqual([`./data/tls/ca.crt:${ca}:ro`]);
  for (const [setting, value] of Object.entries(env).filter(([, each]) =>
    /^(?:amqp|redis|mongodb)/.test(each),
  ))
    expect([setting, value]).toEqual([
      setting,
      expect.stringMatching(/^(?:amqps|rediss):|^mongodb:.*[?&]tls=true$/),
    ]);
  expect(env['RABBITMQ_MANAGEMENT_URL'] ?? 'https:').toMatch(/^https:/);
});

test.each([...services, 'gateway-1'])(
  '%s has the settings of docker-compose.yml otherwise, and starts with them',
  (name) => {
    const [before, after] = [environmentOf(plain, name), environmentOf(compose, name)];
    const changed = Object.keys(after).filter((setting) => after[setting] !== before[setting]);
    for (const setting of changed)
      expect(setting).toMatch(/^(?:MONGODB_URI|RABBITMQ_URL|REDIS_URL|NODE_EXTRA_CA_CERTS)$/);
    // The same user, host and database; the scheme, port and options are TLS's.
    for (const setting of changed.filter((each) => each in before)) {
      const [was, is] = [new URL(before[setting] ?? ''), new URL(after[setting] ?? '')];
      expect([is.username, is.password, is.hostname, is.pathname]).toEqual([
        ...[was.username, was.password, was.hostname, was.pathname],
      ]);
    }
    expect(() =>
      loadConfig(processes[name === 'gateway-1' ? 'gateway' : (name as 'auth')], after),
    ).not.toThrow();
  },
);

test('each store listens for TLS alone, with the files that the script makes', () => {
  const script = readFileSync('deploy/operate/docker/certificates.sh', 'utf8');
  const [, stores = ''] = /^for store in (.*); do$/m.exec(script) ?? [];
  expect(stores.split(' ')).toEqual(['mongodb', 'rabbitmq', 'redis']);
  const mongod = compose.services['mongodb']?.entrypoint?.join(' ');
  expect(mongod).toContain('--tlsMode requireTLS');
  // All that it does without TLS, it does with it.
  const before = plain.services['mongodb']?.entrypoint?.join(' ').trim() ?? '?';
  expect(mongod).toContain(before);
  expect(compose.services['redis']?.command?.join(' ')).toContain('--port 0 --tls-port 6379');
  const broker = readFileSync('deploy/operate/docker/rabbitmq-tls.conf', 'utf8');
  expect(broker).toMatch(/^listeners\.tcp = none$/m);
  for (const store of ['mongodb', 'rabbitmq', 'redis']) {
    const { volumes = [], entrypoint = [], command = [], healthcheck } = compose.services[store] ?? {};
    const mounted = volumes.map((volume) => volume.split(':')).filter(([source]) => source?.startsWith('./'));
    for (const [source = ''] of mounted) {
      expect([source, source.startsWith('./data/tls/') || existsSync(source)]).toEqual([source, true]);
      if (source.startsWith('./data/tls/'))
        expect(source).toMatch(new RegExp(`/(?:ca\\.crt|${store}\\.(?:crt|key|pem))$`));
    }
    const used = `${[...entrypoint, ...command].join(' ')} ${JSON.stringify(healthcheck)} ${store === 'rabbitmq' ? broker : ''}`;
    const files = new Set([...used.matchAll(/\/tls\/[\w.]+/g)].map(([file]) => file));
    expect(files.size).toBeGreaterThan(0);
    for (const file of files) expect(mounted.map(([, place]) => place)).toContain(file);
  }
});

test('what is prepared goes by TLS as well', () => {
  const prepare = compose.services['prepare-mongodb'];
  expect(prepare?.environment['MONGODB_OPTIONS']).toBe('tls=true&tlsCAFile=/tls/ca.crt');
  expect(prepare?.volumes).toContain('./data/tls/ca.crt:/tls/ca.crt:ro');
  expect(readFileSync('deploy/operate/docker/prepare-replica-set.js', 'utf8')).toContain('MONGODB_OPTIONS');
});
