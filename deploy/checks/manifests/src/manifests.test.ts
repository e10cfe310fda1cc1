import { existsSync, readFileSync } from 'node:fs';
import { endpoints } from '@crm/contracts/http/all.js';
import { stopLimitMs } from '@crm/platform/lifecycle/run-service.js';
import { readStages } from './dockerfile.js';
import { installations } from './installations.js';
import type { Installation } from './installation.js';
import type { Deployment } from './kinds/workloads.js';
import { mayReach } from './reach.js';
import { services } from './processes.js';
import { selects } from './select-pods.js';

const labelsOf = ({ spec }: Pick<Deployment, 'spec'>) => spec.template.metadata.labels;
const nameOf = ({ metadata }: { metadata: { name: string } }) => metadata.name;
const only = <T>(list: readonly T[], what: string): T => {
  const [first] = list;
  if (first === undefined || list.length > 1)
    throw new Error(`${what}: ${String(list.length)} instead of one`);
  return first;
};
const containerOf = ({ spec, metadata }: Deployment) => only(spec.template.spec.containers, metadata.name);

describe.each(installations.map((each): [string, Installation] => [each.name, each]))('%s', (_name, its) => {
  const deployments = its.all('Deployment');
  const deployed = deployments.map((each): [string, Deployment] => [each.metadata.name, each]);

  test('has no two resources of a name, and all in one namespace', () => {
    const ids = its.resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect([...new Set(ids)]).toEqual(ids);
    const spaces = its.resources.flatMap(({ kind, metadata }) =>
      kind === 'Namespace' ? [metadata.name] : (metadata.namespace ?? []),
    );
    expect(new Set(spaces).size).toBe(1);
  });

  test.each(deployed)('%s: its selector means its own pods and nobody else’s', (_each, deployment) => {
    const meant = deployments.filter((other) => selects(deployment.spec.selector, labelsOf(other)));
    expect(meant.map(nameOf)).toEqual([deployment.metadata.name]);
    for (const { labelSelector } of deployment.spec.template.spec.topologySpreadConstraints ?? []) {
      expect(selects(labelSelector, labelsOf(deployment))).toBe(true);
    }
  });

  test.each(deployed)('%s: ports, probes, volumes and account name what is there', (_each, deployment) => {
    const { spec } = deployment.spec.template;
    const {
      ports = [],
      startupProbe,
      readinessProbe,
      livenessProbe,
      volumeMounts = [],
    } = containerOf(deployment);
    expect(readinessProbe).toBeDefined();
    expect(livenessProbe).toBeDefined();
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      const named = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
      if (named !== undefined) expect(ports.map(({ name }) => name)).toContain(named);
    }
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(
      (spec.volumes ?? []).map(({ name }) => name).sort(),
    );
    its.one('ServiceAccount', spec.serviceAccountName);
  });

  test('each Service means the pods of one Deployment, at a port that they have', () => {
    // What is reached from outside of the cluster is the broker's, whose pods are its operator's.
    for (const { metadata, spec } of its.all('Service').filter((each) => each.spec.type === undefined)) {
      const meant = only(
        deployments.filter((each) => selects({ matchLabels: spec.selector }, labelsOf(each))),
        `Service ${metadata.name}`,
      );
      const names = containerOf(meant).ports?.map(({ name }) => name);
      for (const { targetPort } of spec.ports)
        expect([metadata.name, names]).toEqual([metadata.name, expect.arrayContaining([targetPort])]);
    }
  });

  test('a budget, and exactly one scaler, stand for each Deployment that has no number of its own', () => {
    const scalers = [
      ...its.all('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name),
      ...its.all('ScaledObject').map(({ spec }) => spec.scaleTargetRef.name),
    ].sort();
    const free = deployments.filter(({ spec }) => spec.replicas === undefined);
    expect(free.length).toBe(services.length + 2);
    expect(scalers).toEqual(free.map(nameOf).sort());
    for (const deployment of free) {
      const budgets = its
        .all('PodDisruptionBudget')
        .filter(({ spec }) => selects(spec.selector, labelsOf(deployment)));
      expect(budgets.map(nameOf)).toEqual([deployment.metadata.name]);
    }
  });

  test('the Ingress leads to Services and ports that are there, by the paths that the gateway answers', () => {
    const { spec } = only(its.all('Ingress'), 'Ingress');
    const paths = spec.rules.flatMap(({ http }) => http.paths);
    for (const { backend } of paths) {
      const { spec: service } = its.one('Service', backend.service.name);
      expect(service.ports.map(({ name }) => name)).toContain(backend.service.port.name);
    }
    const toGateway = paths
      .filter(({ backend }) => backend.service.name === 'gateway')
      .map(({ path }) => path);
    const simulated = deployments.some(({ metadata }) => metadata.name === 'carrier-sim');
    expect(toGateway.sort()).toEqual(gatewayPaths().filter((path) => path !== '/_sim' || simulated));
    for (const { hosts } of spec.tls ?? []) expect(hosts).toEqual(spec.rules.map(({ host }) => host));
  });

  test.each(deployed.filter(([, { spec }]) => spec.replicas === undefined))(
    '%s: a roll-out takes nothing away before something stands in for it',
    (_each, { spec, ...rest }) => {
      expect(spec.strategy).toMatchObject({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } });
      const { lifecycle, startupProbe } = containerOf({ spec, ...rest });
      const preStop = lifecycle?.preStop.sleep.seconds ?? 0;
      // Proxies learn within some seconds that a pod is terminating.
      expect(preStop).toBeGreaterThanOrEqual(5);
      const patience = spec.template.spec.terminationGracePeriodSeconds ?? 30;
      expect(patience).toBeGreaterThanOrEqual(preStop + stopLimitMs / 1_000 + 5);
      // A store may take a minute to come up after the service.
      expect((startupProbe?.periodSeconds ?? 0) * (startupProbe?.failureThreshold ?? 0)).toBeGreaterThan(60);
    },
  );

  test('each command runs what is in the repository', () => {
    const pods = [...deployments, ...its.all('Job')].flatMap(({ spec }) => spec.template.spec.containers);
    const entries = pods.flatMap(({ command }) => (command?.[0] === 'node' ? [command[1] ?? ''] : []));
    expect(entries.length).toBeGreaterThanOrEqual(services.length * 2 + 1);
    for (const entry of entries) {
      expect([entry, existsSync(entry.replace('/dist/', '/src/').replace(/js$/, 'ts'))]).toEqual([
        entry,
        true,
      ]);
    }
  });

  test('indexes are built before by the same image, in the stores that the services use', () => {
    const { spec } = its.one('Job', 'build-indexes');
    expect(spec.template.spec.containers.map(({ name }) => name)).toEqual([...services]);
    for (const { name, image, command, env } of spec.template.spec.containers) {
      const ofService = containerOf(its.one('Deployment', name));
      expect([image, command]).toEqual([ofService.image, ['node', `services/${name}/dist/build-indexes.js`]]);
      const store = env?.filter((each) => each.name !== 'NODE_EXTRA_CA_CERTS');
      expect(store).toEqual(ofService.env?.filter((each) => each.name === 'MONGODB_URI'));
    }
  });

  describe('policies', () => {
    const policies = its.all('NetworkPolicy');
    const reach = (from: string, to: string) => {
      const target = its.one('Deployment', to);
      return mayReach(policies, {
        from: labelsOf(its.one('Deployment', from)),
        to: labelsOf(target),
        port: containerOf(target).ports?.[0]?.containerPort ?? 0,
      });
    };
    const has = (name: string) => deployments.some(({ metadata }) => metadata.name === name);

    test('let each process reach what its settings name, and no other process of the product', () => {
      const processes = [...services, 'gateway', 'web', 'carrier-sim'].filter(has);
      for (const from of processes) {
        const { envFrom = [] } = containerOf(its.one('Deployment', from));
        const named = envFrom
          .flatMap(({ configMapRef }) => Object.entries(its.one('ConfigMap', configMapRef.name).data))
          .flatMap(([name, value]) =>
            // What the carrier is told to reach is no address of the process's own requests.
            /_URL$/.test(name) && name !== 'CARRIER_TEXTS_BASE_URL' && URL.canParse(value)
              ? [new URL(value).hostname]
              : [],
          );
        const wanted = new Set(named.filter((host) => processes.includes(host) && host !== from));
        for (const to of processes.filter((each) => each !== from)) {
          expect([from, to, reach(from, to)]).toEqual([from, to, wanted.has(to)]);
        }
      }
    });

    test.each(services)('let %s reach MongoDB and RabbitMQ, and not Redis', (name) => {
      const from = labelsOf(its.one('Deployment', name));
      const stores = storesOf(its);
      const may = ({ labels, port }: { labels: Record<string, string> | undefined; port: number }) =>
        mayReach(policies, { from, to: labels, port });
      expect([may(stores.mongodb), may(stores.rabbitmq), may(stores.redis)]).toEqual([true, true, false]);
    });

    test('let gateways reach RabbitMQ and Redis, and not MongoDB; what builds indexes MongoDB alone', () => {
      const { mongodb, rabbitmq, redis } = storesOf(its);
      const may = (from: Record<string, string>) =>
        [mongodb, rabbitmq, redis].map(({ labels, port }) => mayReach(policies, { from, to: labels, port }));
      expect(may(labelsOf(its.one('Deployment', 'gateway')))).toEqual([false, true, true]);
      expect(may(its.one('Job', 'build-indexes').spec.template.metadata.labels)).toEqual([
        true,
        false,
        false,
      ]);
    });

    test('let e-mails out', () => {
      const from = labelsOf(its.one('Deployment', 'messaging'));
      const concerning = policies.filter(({ spec }) => selects(spec.podSelector, from) && spec.egress);
      const mail = concerning.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ ports = [] }) => ports);
      expect(mail.some(({ port }) => port === 465 || port === 1025)).toBe(true);
    });
  });
});

/** The stores' pods as their operators label them, or external hosts with the ports of managed ones. */
function storesOf(its: Installation) {
  const isManaged = its.all('RabbitmqCluster').length === 0;
  const outside = undefined;
  return {
    mongodb: { labels: isManaged ? outside : { app: 'mongodb-svc' }, port: 27017 },
    rabbitmq: {
      labels: isManaged ? outside : { 'app.kubernetes.io/name': 'rabbitmq' },
      port: 5671,
    },
    redis: { labels: isManaged ? outside : { 'app.kubernetes.io/name': 'redis' }, port: 6379 },
  };
}

/** The first path segments that a gateway handles itself: of the calls, and from its sources. */
function gatewayPaths(): string[] {
  const routes = readFileSync('gateway/src/http/route-api.ts', 'utf8');
  const prefixes = [...routes.matchAll(/prefix: '(\/[^/']+)\//g)].map(([, path = '']) => path);
  const calls = endpoints
    .filter(({ access }) => access !== 'internal')
    .map(({ path }) => `/${path.split('/', 2)[1] ?? ''}`);
  return [...new Set([...calls, '/socket.io', ...prefixes])].sort();
}

test('the proxy of the compose file leads the same paths to the gateways as the Ingress', () => {
  const proxy = readFileSync('deploy/operate/docker/proxy.conf', 'utf8');
  const led = [...proxy.matchAll(/location (\/[^\s/]+)\/? \{ proxy_pass http:\/\/gateways; \}/g)];
  expect(led.map(([, path = '']) => path).sort()).toEqual(gatewayPaths());
});

test('the images run as users whom the manifests name', () => {
  const userOf = (stage: string) => {
    const line = readStages()
      .get(stage)
      ?.lines.find((each) => each.startsWith('USER '));
    return Number(/^USER (\d+):/.exec(line ?? '')?.[1]);
  };
  for (const its of installations) {
    const of = (name: string) => its.one('Deployment', name).spec.template.spec.securityContext.runAsUser;
    expect([of('auth'), of('gateway'), of('web')]).toEqual([
      ...[userOf('services'), userOf('services'), userOf('web')],
    ]);
    for (const { spec } of its.all('CronJob'))
      expect(spec.jobTemplate.spec.template.spec.securityContext.runAsUser).toBe(userOf('backup'));
  }
});

test('queues are scaled by their real names, all of each service’s', () => {
  const [production] = installations;
  for (const { spec } of production?.all('ScaledObject') ?? []) {
    const { name } = spec.scaleTargetRef;
    const source =
      name === 'gateway'
        ? readFileSync('gateway/src/realtime/broadcast/consume-broadcast.ts', 'utf8')
        : readFileSync(`services/${name}/src/consumers.ts`, 'utf8');
    const real = [...source.matchAll(new RegExp(`'(${name}\\.[a-z-]+)'`, 'g'))].map(
      ([, queue = '']) => queue,
    );
    const named = spec.triggers.flatMap((each) =>
      each.type === 'rabbitmq' ? [each.metadata.queueName] : [],
    );
    expect(real.length).toBeGreaterThan(0);
    expect([name, named.sort()]).toEqual([name, [...new Set(real)].sort()]);
    for (const trigger of spec.triggers) {
      if (trigger.type === 'rabbitmq')
        production?.one('TriggerAuthentication', trigger.authenticationRef.name);
    }
  }
});
