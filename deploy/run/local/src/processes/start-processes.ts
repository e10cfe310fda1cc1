import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressWithPassword } from '@crm/embedded-store/authentication/password-file.js';
import { demoNumbers } from '@crm/seed/demo-people.js';
import { carrierProcess, simulatedCarrier } from '../carrier.js';
import { CannotStart } from '../data-folder.js';
import {
  environments,
  type Environment,
  type EnvironmentDetails,
  type ServiceAddresses,
} from '../environments.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { startBalancer, type Balancer } from './balancer.js';
import { superviseProcess, type SupervisedProcess } from './supervised-process.js';

/** Start-up has no time limit: processes that exit meanwhile are reported and restarted. */
const startMs = Number.POSITIVE_INFINITY;

export const serviceNames = ['auth', 'leads', 'telephony', 'messaging', 'stats', 'followups'] as const;
export type ProcessedService = (typeof serviceNames)[number];

/** The address under which `from` reaches the service at `url`. */
export type WayTo = (
  what: ProcessedService | 'rabbitmq' | 'redis',
  url: string,
  from: ProcessedService | 'gateway' | 'all',
) => Promise<string>;

export interface ProcessesOptions extends Omit<EnvironmentDetails, 'storeUri' | 'mail'> {
  /** Port of the gateways' balancer; 0 takes any free one. */
  port: number;
  gateways: number;
  /** Processes of each service. */
  replicas: number;
  /** Folder of the embedded store, logs, and e-mails without a mail server. */
  dataFolder: string;
  /** An external store; without one, an embedded store is started in its own process. */
  storeUri?: string | undefined;
  rabbitmqUrl: string;
  redisUrl: string;
  redisPrefix?: string | undefined;
  /** Whether the system is reachable from other machines. */
  isOpen?: boolean;
  smtpUrl?: string | undefined;
  /** Variables of a real carrier; without any, a simulated one is started. */
  twilio?: Record<string, string>;
  carrierSpeed?: number | undefined;
  /** Replaces the address of a service for some processes; tests put a proxy in between. */
  wayTo?: WayTo;
  /** Modules preloaded by a process, by the process's name. */
  preload?: (name: string) => readonly URL[];
  /** The folder of the release that a process runs, by its name, asked anew with every start; this one unless said otherwise. */
  releaseOf?: (name: string) => string;
  onEnd?: (name: string, how: string) => void;
}

export interface Processes extends ServiceAddresses {
  /** Address of the gateways. */
  url: string;
  /** Address of the store, to which each service's database name is appended. */
  storeUri: string;
  carrierUrl: string | undefined;
  phonePage: string | undefined;
  mailFolder: string;
  /** By name: `leads-1`, `gateway-2`, `store`, `carrier`. */
  processes: ReadonlyMap<string, SupervisedProcess>;
  stop(): Promise<void>;
  /** Ends all at once. */
  kill(): void;
}

/** The folder of this release. */
export const ownRelease = fileURLToPath(new URL('../../../../../', import.meta.url));
const withParent = new URL('./with-parent.js', import.meta.url).href;

const answersHttp = (port: number, path: string) => async () =>
  (await fetch(`http://127.0.0.1:${String(port)}${path}`)).ok;

const takesConnections = (port: number) => () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });

/**
 * Starts every service as separate processes on this machine, several of each behind a balancer. Each runs its own
 * entry with its own settings, as in a cluster, and is restarted if it exits.
 */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const { dataFolder, keys, replicas } = options;
  const logs = join(dataFolder, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const mailFolder = join(dataFolder, 'mail');
  const processes = new Map<string, SupervisedProcess>();
  const balancers: Balancer[] = [];

  const keep = (
    name: string,
    port: number,
    plan: { args: () => string[]; isUp: () => Promise<boolean> },
  ) => ({
    with: (environment: () => Environment) => {
      const kept = superviseProcess({
        ...plan,
        name,
        port,
        environment,
        logFile: join(logs, `${name}.log`),
        onEnd: options.onEnd ?? (() => undefined),
      });
      processes.set(name, kept);
      return kept;
    },
  });

  async function replicasOf(name: string, count: number, entry: string, environment: () => Environment) {
    const kept: SupervisedProcess[] = [];
    for (let number = 1; number <= count; number += 1) {
      const port = await freePort();
      const named = `${name}-${String(number)}`;
      const loaded = [withParent, ...(options.preload?.(named) ?? [])];
      const imports = loaded.flatMap((module) => ['--import', String(module)]);
      const args = () => [...imports, join(options.releaseOf?.(named) ?? ownRelease, entry)];
      const plan = { args, isUp: answersHttp(port, '/readyz') };
      kept.push(keep(named, port, plan).with(() => ({ ...environment(), PORT: String(port) })));
    }
    return kept;
  }

  async function stop(): Promise<void> {
    const named = (test: (name: string) => boolean) =>
      Promise.all([...processes].flatMap(([name, each]) => (test(name) ? [each.stop()] : [])));
    // The balancer closes first, so that requests in flight can finish; the store stops last.
    const outer = (name: string) => name.startsWith('gateway');
    const ground = (name: string) => name === 'store' || name === 'carrier';
    await named(outer);
    await named((name) => !outer(name) && !ground(name));
    await named(ground);
    await Promise.all(balancers.map((each) => each.close()));
  }

  async function start(): Promise<Omit<Processes, 'stop' | 'kill' | 'processes'>> {
    const front = await startBalancer(options.port);
    balancers.push(front);
    const services = await Promise.all(
      serviceNames.map(async (name) => [name, await startBalancer()] as const),
    );
    balancers.push(...services.map(([, each]) => each));
    const urlOf = Object.fromEntries(services.map(([name, { url }]) => [name, url])) as Record<
      ProcessedService,
      string
    >;
    const seenFrom = async (from: ProcessedService | 'gateway'): Promise<ServiceAddresses> => {
      const way = (service: ProcessedService) =>
        options.wayTo?.(service, urlOf[service], from) ?? urlOf[service];
      return {
        authUrl: await way('auth'),
        leadsUrl: await way('leads'),
        telephonyUrl: await way('telephony'),
        messagingUrl: await way('messaging'),
        statsUrl: await way('stats'),
        followupsUrl: await way('followups'),
      };
    };
    const behindTheProxy = await seenFrom('gateway');
    const addresses = {
      authUrl: urlOf.auth,
      leadsUrl: urlOf.leads,
      telephonyUrl: urlOf.telephony,
      messagingUrl: urlOf.messaging,
      statsUrl: urlOf.stats,
      followupsUrl: urlOf.followups,
    };

    let { storeUri } = options;
    if (storeUri === undefined) {
      const port = await freePort();
      const folder = join(dataFolder, 'store');
      mkdirSync(folder, { recursive: true });
      const main = fileURLToPath(import.meta.resolve('@crm/embedded-store/main.js'));
      const args = () => [main, '--path', folder, '--port', String(port), '--with-parent'];
      await keep('store', port, { args, isUp: takesConnections(port) })
        .with(() => ({}))
        .whenReady(startMs);
      storeUri = addressWithPassword(`mongodb://127.0.0.1:${String(port)}/`, folder);
    }

    const { twilio } = options;
    const carrierPort = await freePort();
    const carrierUrl = twilio ? undefined : `http://127.0.0.1:${String(carrierPort)}`;
    const carrier = { keys: keys.carrier, telephonyUrl: urlOf.telephony, messagingUrl: urlOf.messaging };
    if (carrierUrl !== undefined) {
      const args = () => ['--import', withParent, join(ownRelease, 'deploy/run/carrier-sim/dist/main.js')];
      keep('carrier', carrierPort, { args, isUp: answersHttp(carrierPort, '/_sim/state') }).with(() => ({
        ...carrierProcess({ ...carrier, numbers: demoNumbers, speed: options.carrierSpeed }),
        PORT: String(carrierPort),
      }));
    }
    const { telephonyEnv, messagingEnv } =
      carrierUrl === undefined
        ? { telephonyEnv: twilio ?? {}, messagingEnv: twilio ?? {} }
        : simulatedCarrier({ ...carrier, carrierUrl });

    const mail = options.smtpUrl === undefined ? { dropFolder: mailFolder } : { smtpUrl: options.smtpUrl };
    const environmentOf = environments({ ...options, storeUri, mail });
    const seen = Object.fromEntries(
      await Promise.all(serviceNames.map(async (name) => [name, await seenFrom(name)] as const)),
    ) as Record<ProcessedService, ServiceAddresses>;
    const serviceEnvironments: Record<ProcessedService, () => Environment> = {
      auth: environmentOf.auth,
      leads: () => environmentOf.leads(seen.leads),
      telephony: () => environmentOf.telephony(seen.telephony, telephonyEnv),
      messaging: () => environmentOf.messaging(seen.messaging, messagingEnv),
      stats: () => environmentOf.stats(seen.stats),
      followups: () => environmentOf.followups(seen.followups),
    };
    for (const [name, balancer] of services) {
      const entry = `services/${name}/dist/main.js`;
      const kept = await replicasOf(name, replicas, entry, serviceEnvironments[name]);
      for (const each of kept) balancer.add(each);
    }
    const gateways = await replicasOf('gateway', options.gateways, 'gateway/dist/main.js', () => ({
      ...environmentOf.gateway(behindTheProxy, options.isOpen === true ? undefined : carrierUrl),
      REDIS_URL: options.redisUrl,
      REDIS_PREFIX: options.redisPrefix,
    }));
    for (const each of gateways) front.add(each);

    await Promise.all([...processes.values()].map((each) => each.whenReady(startMs)));
    return {
      ...addresses,
      url: front.url,
      storeUri,
      carrierUrl,
      phonePage: carrierUrl && options.isOpen !== true ? `${front.url}/_sim/phone` : undefined,
      mailFolder,
    };
  }

  const kill = () => {
    for (const { pid } of processes.values()) if (pid !== undefined) endAtOnce(pid);
  };
  try {
    return { ...(await start()), processes, stop, kill };
  } catch (error) {
    await stop();
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited by itself.
  }
}
