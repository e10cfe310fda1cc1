import type { Installation } from './installation.js';
import { installations } from './installations.js';
import type { PodTemplate } from './kinds/pods.js';
import { mayReach } from './reach.js';
import { services } from './processes.js';

const withOwnStores = installations.filter((its) => its.all('RabbitmqCluster').length > 0);

/** Every pod that goes to a store, by name. */
const podsOf = (its: Installation): [string, PodTemplate][] => [
  ...[...services, 'gateway'].map((name): [string, PodTemplate] => [
    name,
    its.one('Deployment', name).spec.template,
  ]),
  ...its.all('Job').map(({ metadata, spec }): [string, PodTemplate] => [metadata.name, spec.template]),
  ...its
    .all('CronJob')
    .map(({ metadata, spec }): [string, PodTemplate] => [metadata.name, spec.jobTemplate.spec.template]),
];

describe.each(installations.map((each): [string, Installation] => [each.name, each]))('%s', (_name, its) => {
  test.each(podsOf(its))(
    '%s trusts the authority of the stores, and has nothing but its certificate',
    (_pod, { spec }) => {
      expect(spec.volumes).toContainEqual({
        name: 'store-ca',
        secret: { secretName: 'store-ca', optional: true, items: [{ key: 'ca.crt', path: 'ca.crt' }] },
      });
      for (const { volumeMounts, env = [], envFrom = [] } of spec.containers) {
        expect(volumeMounts).toContainEqual({ name: 'store-ca', mountPath: '/etc/store-ca' });
        const shared = envFrom.flatMap(({ configMapRef }) =>
          Object.entries(its.one('ConfigMap', configMapRef.name).data),
        );
        const given = Object.fromEntries([
          ...shared,
          ...env.map(({ name, value }) => [name, value] as const),
        ]);
        expect(given['NODE_EXTRA_CA_CERTS']).toBe('/etc/store-ca/ca.crt');
      }
    },
  );
});

describe.each(withOwnStores.map((each): [string, Installation] => [each.name, each]))(
  'the stores of %s',
  (_name, its) => {
    const namespace = its.one('Certificate', 'store-ca').metadata.namespace ?? '';

    test('have certificates of one authority, for the names by which they are reached', () => {
      const certificates = its.all('Certificate').filter(({ spec }) => spec.isCA !== true);
      for (const { spec } of certificates) expect(spec.issuerRef.name).toBe('store-ca');
      expect(its.one('Issuer', 'store-ca').spec).toEqual({
        ca: { secretName: its.one('Certificate', 'store-ca').spec.secretName },
      });
      const namesOf = (name: string) => its.one('Certificate', name).spec.dnsNames ?? [];
      expect(namesOf('mongodb-tls')).toEqual([`*.mongodb-svc.${namespace}.svc.cluster.local`]);
      expect(namesOf('rabbitmq-tls')).toEqual(
        expect.arrayContaining(['rabbitmq', `rabbitmq.${namespace}.svc`]),
      );
      expect(namesOf('redis-tls')).toEqual(['redis']);
    });

    test('speak TLS alone, with these certificates', () => {
      const { tls } = its.one('MongoDBCommunity', 'mongodb').spec.security;
      expect([tls.certificateKeySecretRef.name, tls.caCertificateSecretRef.name]).toEqual([
        'mongodb-tls',
        'store-ca',
      ]);
      expect(its.one('RabbitmqCluster', 'rabbitmq').spec.tls).toEqual({
        secretName: 'rabbitmq-tls',
        disableNonTLSListeners: true,
      });
      const redis = its.one('Deployment', 'redis').spec.template.spec;
      expect(redis.containers[0]?.command?.join(' ')).toContain('--port 0 --tls-port 6379');
      expect(redis.volumes).toContainEqual({ name: 'tls', secret: { secretName: 'redis-tls' } });
    });

    test('are reached at no port without TLS', () => {
      const policies = its.all('NetworkPolicy');
      const broker = { 'app.kubernetes.io/name': 'rabbitmq' };
      for (const [, { metadata }] of podsOf(its))
        for (const port of [5672, 15672])
          expect(mayReach(policies, { from: metadata.labels, to: broker, port })).toBe(false);
    });

    test('no secret with a key is given to a pod that is no store', () => {
      for (const [name, { spec }] of podsOf(its)) {
        const secrets = (spec.volumes ?? []).flatMap((volume) => ('secret' in volume ? [volume.secret] : []));
        for (const { items } of secrets)
          expect([name, items]).toEqual([name, [{ key: 'ca.crt', path: 'ca.crt' }]]);
      }
    });
  },
);

describe('integrators, in production', () => {
  const its = withOwnStores.find(({ name }) => name === 'production');
  if (its === undefined) throw new Error('There is no production with stores of its own');
  const { spec } = its.one('Service', 'bus');

  test('reach the broker at its TLS port, from their networks alone, under a name of its certificate', () => {
    expect(spec).toMatchObject({
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      selector: { 'app.kubernetes.io/name': 'rabbitmq' },
      ports: [{ name: 'amqps', port: 5671, targetPort: 5671 }],
    });
    const policy = its.one('NetworkPolicy', 'integrators-to-rabbitmq').spec;
    const networks = policy.ingress?.flatMap(({ from }) => from.map(({ ipBlock }) => ipBlock?.cidr));
    expect(networks).toEqual(spec.loadBalancerSourceRanges);
    expect(policy.ingress?.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([5671]);
    expect(its.one('Certificate', 'rabbitmq-tls').spec.dnsNames).toContain('bus.call-centre.example.com');
  });
});
