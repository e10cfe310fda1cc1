import { backUpEnv, watchEnv } from '@crm/backup/in-cluster.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { environmentOf, type Installation } from './installation.js';
import { installations } from './installations.js';
import { mayReach } from './reach.js';
import { services } from './processes.js';
import { settingNames } from './setting-names.js';

const backedUp = installations.filter((its) => its.all('CronJob').length > 0);
const secrets = new Map([
  ['backup-mongodb connectionString.standard', 'mongodb://backup:secret@mongodb-0:27017/admin?ssl=true'],
  ['backup keys', JSON.stringify({ b1: Buffer.alloc(32).toString('base64') })],
]);
const secretOf = (secret: string, key: string) => secrets.get(`${secret} ${key}`) ?? `${secret} ${key}`;
/** Node's own setting, which no schema has. */
const ofNode = 'NODE_EXTRA_CA_CERTS';

test('production is backed up, on stores of its own and on managed ones', () => {
  expect(backedUp.map(({ name }) => name)).toEqual(['production', 'production on managed stores']);
});

describe.each(backedUp.map((each): [string, Installation] => [each.name, each]))('%s', (_name, its) => {
  const { jobTemplate } = its.one('CronJob', 'backup').spec;
  const pod = jobTemplate.spec.template;
  const keys = its.one('CronJob', 'backup-keys').spec.jobTemplate.spec.template;
  const watch = its.one('Deployment', 'backup-watch').spec.template;
  const policies = its.all('NetworkPolicy');

  test.each([
    ['backup', pod, backUpEnv, 'back-up'],
    ['backup-keys', keys, backUpEnv, 'back-up-keys'],
    ['backup-watch', watch, watchEnv, 'watch'],
  ] as const)(
    '%s starts with what it is given, which is every setting that it knows',
    (_pod, template, schema, command) => {
      const [container] = template.spec.containers;
      if (container === undefined) throw new Error('There is no container');
      const env = environmentOf(its, container, secretOf);
      expect(() => loadConfig(schema, env)).not.toThrow();
      const given = Object.keys(env).filter((name) => name !== ofNode);
      expect(given.sort()).toEqual(settingNames(schema).sort());
      expect(container.args).toEqual([command]);
      expect(container.image).toBe('registry.example.com/call-centre-backup:1.0.0');
    },
  );

  test('the backup reaches MongoDB and the bucket, and nothing else of the product', () => {
    const from = pod.metadata.labels;
    const own = its.all('RabbitmqCluster').length > 0;
    const store = (labels: Record<string, string>) => (own ? labels : undefined);
    expect(mayReach(policies, { from, to: store({ app: 'mongodb-svc' }), port: 27017 })).toBe(true);
    expect(mayReach(policies, { from, to: undefined, port: 443 })).toBe(true);
    expect(
      mayReach(policies, { from, to: store({ 'app.kubernetes.io/name': 'rabbitmq' }), port: 5671 }),
    ).toBe(false);
    for (const name of [...services, 'gateway']) {
      const to = its.one('Deployment', name).spec.template.metadata.labels;
      expect([name, mayReach(policies, { from, to, port: 4000 })]).toEqual([name, false]);
    }
  });

  test('the data keys of persons are kept in another folder than what they open', () => {
    const folderOf = (template: typeof pod) => {
      const [container] = template.spec.containers;
      if (container === undefined) throw new Error('There is no container');
      return environmentOf(its, container, secretOf)['BACKUP_BUCKET_URL'];
    };
    expect(folderOf(keys)).not.toBe(folderOf(pod));
  });

  test('the watch reaches the bucket and no store; neither has the other’s credentials', () => {
    const from = watch.metadata.labels;
    expect(mayReach(policies, { from, to: undefined, port: 443 })).toBe(true);
    expect(mayReach(policies, { from, to: { app: 'mongodb-svc' }, port: 27017 })).toBe(false);
    expect(mayReach(policies, { from, to: undefined, port: 27017 })).toBe(false);
    const secretsOf = (template: typeof pod) =>
      template.spec.containers.flatMap(({ env = [] }) =>
        env.flatMap((each) => each.valueFrom?.secretKeyRef.name ?? []),
      );
    expect(new Set(secretsOf(watch))).toEqual(new Set(['backup-watch']));
    expect(new Set(secretsOf(pod))).toEqual(new Set(['backup', 'backup-mongodb']));
  });

  test('an attempt that failed leaves nothing for the next one, and two never run at once', () => {
    expect(pod.spec.restartPolicy).toBe('Never');
    expect(its.one('CronJob', 'backup').spec.concurrencyPolicy).toBe('Forbid');
    const scratch = pod.spec.volumes?.find(({ name }) => name === 'scratch');
    expect(scratch).toHaveProperty('ephemeral');
    expect(pod.spec.securityContext.fsGroup).toBe(pod.spec.securityContext.runAsUser);
  });
});
