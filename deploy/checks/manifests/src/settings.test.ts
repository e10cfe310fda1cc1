import { brokerUsers } from '@crm/contracts/bus/broker-rights.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { fillIn, readComposeFile } from './compose-file.js';
import { environmentOf, type Installation } from './installation.js';
import { installations } from './installations.js';
import { leftAlone, processes, type ProcessName } from './processes.js';
import { settingNames } from './setting-names.js';
import { exampleNames, filled, twilio } from './test/filled-settings.js';

const inCluster: Readonly<Record<string, string>> = {
  'rabbitmq-default-user connection_string': 'amqps://crm:secret@rabbitmq.call-centre.svc:5671/',
  'redis url': 'rediss://:secret@redis:6379',
  'redis password': 'secret',
};
const settings: Record<string, string> = filled({
  ...twilio,
  TWILIO_INTELLIGENCE_SERVICE_SID: twilio.TWILIO_ACCOUNT_SID.replace('AC', 'GA'),
  TWILIO_MESSAGING_SERVICE_SID: twilio.TWILIO_ACCOUNT_SID.replace('AC', 'MG'),
  SMTP_URL: 'smtps://house:secret@mail.example.com:465',
});

/** The content of an installation's secret: the operators', or from the settings. */
function secretOf(secret: string, key: string): string | undefined {
  if (secret.endsWith('-mongodb') && key === 'connectionString.standard') {
    return `mongodb://mongodb-0.mongodb-svc:27017/crm_${secret.replace(/-mongodb$/, '')}?replicaSet=mongodb&ssl=true`;
  }
  if (secret.endsWith('-rabbitmq') && key === 'url') {
    return `amqps://crm-${secret.replace(/-rabbitmq$/, '')}:secret@rabbitmq:5671`;
  }
  return secret === 'call-centre' ? settings[key] : inCluster[`${secret} ${key}`];
}

/** Node's own setting: the file with an authority that it trusts in addition. */
const trusted = 'NODE_EXTRA_CA_CERTS';

const isProcess = (name: string): name is ProcessName => name in processes;

/** Every process of an installation with its environment. */
const environments = (its: Installation) =>
  its.all('Deployment').flatMap(({ metadata: { name }, spec }) => {
    const [container] = spec.template.spec.containers;
    return isProcess(name) && container
      ? [{ name, env: environmentOf(its, container, secretOf), keys: keysOf(its, name) }]
      : [];
  });

/** The variable names of a workload's container. */
function keysOf(its: Installation, name: string): string[] {
  const [container] = its.one('Deployment', name).spec.template.spec.containers;
  return [
    ...(container?.envFrom ?? []).flatMap(({ configMapRef }) =>
      Object.keys(its.one('ConfigMap', configMapRef.name).data),
    ),
    ...(container?.env ?? []).map((each) => each.name),
  ];
}

/** For the carrier that an installation does not use. */
const ofTheOther = (mode: string | undefined) =>
  mode === 'twilio' ? /^CARRIER_(?!SIM)|^CARRIER_SIM_URL$/ : /^TWILIO_/;

describe.each(installations.map((each): [string, Installation] => [each.name, each]))('%s', (_name, its) => {
  const all = environments(its).map((each): [ProcessName, typeof each] => [each.name, each]);

  test('has every process of the product', () => {
    const simulated = its.name === 'development';
    const expected = Object.keys(processes).filter((name) => name !== 'carrier-sim' || simulated);
    expect(all.map(([name]) => name).sort()).toEqual(expected.sort());
  });

  test.each(all)('%s starts with what the manifests give it', (name, { env }) => {
    expect(() => {
      loadConfig(processes[name], env);
    }).not.toThrow();
  });

  test.each(all)('%s is given every setting that it knows, once, and no other', (name, { keys }) => {
    const mode = its.name === 'development' ? 'sim' : 'twilio';
    const secretly = new Set(['FIRST_ADMIN_PASSWORD']);
    const shared = name === 'web' ? [] : ['HOST', 'PORT', 'LOG_LEVEL'].filter((each) => keys.includes(each));
    const known = settingNames(processes[name]).filter(
      (each) =>
        !(each in leftAlone) &&
        !secretly.has(each) &&
        (name === 'carrier-sim' || !ofTheOther(mode).test(each)),
    );
    expect(keys.filter((each) => each !== trusted).sort()).toEqual(
      [...new Set([...known, ...shared])].sort(),
    );
  });

  test('every key of a secret that is read is written by somebody', () => {
    const written = new Set<string>([
      ...its
        .all('ExternalSecret')
        .flatMap(({ spec }) => spec.data.map(({ secretKey }) => `${spec.target.name} ${secretKey}`)),
      ...its
        .all('MongoDBCommunity')
        .flatMap(({ spec }) =>
          spec.users.map((user) => `${user.connectionStringSecretName} connectionString.standard`),
        ),
      ...its
        .all('Certificate')
        .flatMap(({ spec }) => ['ca.crt', 'tls.crt', 'tls.key'].map((key) => `${spec.secretName} ${key}`)),
      ...its.all('RabbitmqCluster').map(({ metadata }) => `${metadata.name}-default-user connection_string`),
      // Development secrets are created manually, from the compose file's .env.
      ...(its.name === 'development'
        ? [
            ...exampleNames.map((name) => `call-centre ${name}`),
            'redis url',
            'redis password',
            'rabbitmq-management url',
            ...brokerUsers.flatMap((name) => [`${name}-rabbitmq url`, `${name}-rabbitmq password`]),
          ]
        : []),
    ]);
    const pods = [
      ...[...its.all('Deployment'), ...its.all('Job')].map(({ spec }) => spec.template),
      ...its.all('CronJob').map(({ spec }) => spec.jobTemplate.spec.template),
    ].flatMap(({ spec }) => spec.containers);
    const read = pods.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    );
    expect(read.length).toBeGreaterThan(0);
    for (const { name, key } of read) expect([...written]).toContain(`${name} ${key}`);
    const hasOwnStores = its.all('Certificate').length > 0;
    for (const { spec } of its.all('TriggerAuthentication')) {
      // Managed stores have certificates that KEDA knows: it reads a secret that is not there as empty.
      const needed = spec.secretTargetRef.filter(({ parameter }) => parameter !== 'ca' || hasOwnStores);
      for (const { name, key } of needed) expect([...written]).toContain(`${name} ${key}`);
      for (const { name, key } of spec.configMapTargetRef)
        expect(its.one('ConfigMap', name).data).toHaveProperty([key]);
    }
  });

  test('each user of MongoDB may write its own database alone, and its address leads there', () => {
    for (const { spec } of its.all('MongoDBCommunity')) {
      const { users } = spec;
      expect(users.find(({ name }) => name === 'backup')?.roles).toEqual([{ name: 'backup', db: 'admin' }]);
      for (const { name, db, roles, connectionStringSecretName } of users.filter(
        (each) => each.name !== 'backup',
      )) {
        expect([db, roles, connectionStringSecretName]).toEqual([
          `crm_${name}`,
          [{ name: 'readWrite', db: `crm_${name}` }],
          `${name}-mongodb`,
        ]);
      }
    }
  });
});

test('compose file and manifests give the same values where a setting is not a place’s own', () => {
  const [production] = installations;
  const compose = readComposeFile();
  // Settings that differ by environment: listen addresses, secrets, locations, and the carrier.
  const own =
    /(?:_URL|_URI|KEYS?|PASSWORD|TOKEN|SECRET|_SID|_EMAIL|_MODE|NAME)$|^(?:HOST|PORT|CARRIER|NODE_EXTRA_CA_CERTS)$/;
  for (const { name, env } of production ? environments(production) : []) {
    const given = compose.services[name === 'gateway' ? 'gateway-1' : name]?.environment ?? {};
    for (const [setting, value] of Object.entries(env).filter(([each]) => !own.test(each))) {
      expect([name, setting, fillIn(given[setting] ?? '', filled())]).toEqual([name, setting, value]);
    }
  }
});
