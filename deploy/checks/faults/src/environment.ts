import { MongoClient } from 'mongodb';
import { listAgents } from '@crm/contracts/http/agents.js';
import { setActive } from '@crm/contracts/http/account.js';
import { partners } from '@crm/contracts/resources/partner.js';
import { startOwnProcesses, type OwnProcesses } from '@crm/local/processes/own-processes.js';
import { ownRelease, type ProcessedService, type WayTo } from '@crm/local/processes/start-processes.js';
import { startTcpProxy, type TcpProxy } from '@crm/platform/bus/testing/tcp-proxy.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { makeClocks, type Clocks } from './clocks.js';
import { databasesOf, type Databases } from './databases.js';
import { buildEarlierRelease } from './earlier-release.js';
import { customersState, newNumber } from './load/customers.js';
import { person, type Person } from './load/person.js';
import { reachable, type Reachable } from './load/reachable.js';
import { useSmallDisk } from './small-disk.js';

const password = 'demo-demo-1';
const demoLeads = 40;
const maxDesks = 6;

/** Proxies that a fault can cut: to the broker, to Redis, and from the gateways to leads. */
export interface Lines {
  rabbitmq: TcpProxy;
  redis: TcpProxy;
  leads: TcpProxy;
}

export interface Desk {
  agent: Person;
  customer: Reachable;
}

/** The release with which every process begins. */
export interface Beginning {
  /** A commit; the last release where there is none. */
  from: string | undefined;
  /** Services of which no processes of two releases may be at work together. */
  neverBeside: readonly ProcessedService[];
}

/** The system under test, the simulated users, and its store for inspection. */
export interface FaultEnvironment extends OwnProcesses {
  lines: Lines;
  clocks: Clocks;
  admin: Person;
  desks: Desk[];
  /** A partner's key for deliveries. */
  apiKey: string;
  store: MongoClient;
  databases: Databases;
  carrierUrl: string;
  /** Only where it began with an earlier release. */
  rollOut: { releases: Releases; neverBeside: Beginning['neverBeside'] } | undefined;
  newNumber: () => string;
}

/** The folder of the release that each process runs from its next start on. */
type Releases = Map<string, string>;

/** The same address through a proxy. */
async function byLine(url: string): Promise<{ line: TcpProxy; through: string }> {
  const address = new URL(url);
  const line = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
  address.hostname = '127.0.0.1';
  address.port = String(line.port);
  return { line, through: address.href.replace(/\/$/, '') };
}

/** Starts everything; if a part fails, the rest is stopped again. */
export async function openEnvironment(options: {
  onEnd: (name: string, how: string) => void;
  hasSmallDisk: boolean;
  /** Where it begins with another release than this one. */
  beginning: Beginning | undefined;
}): Promise<FaultEnvironment> {
  const lines = new Map<string, TcpProxy>();
  const wayTo: WayTo = async (what, url, from) => {
    const isCut = what === 'rabbitmq' || what === 'redis' || (what === 'leads' && from === 'gateway');
    if (!isCut) return url;
    const { line, through } = await byLine(url);
    lines.set(what, line);
    return through;
  };
  const clocks = makeClocks();
  const { beginning } = options;
  const earlier = beginning && (await buildEarlierRelease(beginning.from));
  const releases: Releases = new Map();
  const releaseOf = (name: string) => {
    const folder = releases.get(name) ?? earlier?.folder ?? ownRelease;
    releases.set(name, folder);
    return folder;
  };
  const own = await startOwnProcesses({
    leads: demoLeads,
    password,
    wayTo,
    preload: (name) => clocks.preload(name),
    releaseOf,
    onEnd: options.onEnd,
    prepareFolder: options.hasSmallDisk ? useSmallDisk : undefined,
  });
  const close = async () => {
    await own.close();
    for (const line of lines.values()) await line.close();
    clocks.remove();
    await earlier?.remove();
  };
  try {
    const rollOut = beginning && { releases, neverBeside: beginning.neverBeside };
    return { ...own, ...(await staff(own)), lines: linesOf(lines), clocks, rollOut, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function linesOf(lines: ReadonlyMap<string, TcpProxy>): Lines {
  const [rabbitmq, redis, leads] = [lines.get('rabbitmq'), lines.get('redis'), lines.get('leads')];
  if (!rabbitmq || !redis || !leads) throw new Error('The environment has no lines');
  return { rabbitmq, redis, leads };
}

/** The simulated users, each with a reachable customer. */
async function staff({ system }: OwnProcesses) {
  const { carrierUrl } = system;
  if (carrierUrl === undefined) throw new Error('The environment has no simulated carrier');
  const admin = await person(system.url, demoAdminEmail, password);
  const { agents } = await admin.must(listAgents, {});
  const licensed = agents.filter(
    ({ role_id, subroles, states, twilio_phone }) =>
      role_id === 2 && subroles.includes(1) && states.includes(customersState) && twilio_phone !== '',
  );
  const desks: Desk[] = [];
  for (const { email } of licensed.slice(0, maxDesks)) {
    const agent = await person(system.url, email, password);
    await agent.must(setActive, { body: { user_id: agent.user.id, active: 1 } });
    desks.push({ agent, customer: await reachable(agent, admin, `Customer of ${agent.user.fullname}`) });
  }
  const { key: apiKey } = await admin.must(partners.calls.create, {
    body: { code: 'faulty-line', name: 'Faulty Line', sources: ['clickListing'] },
  });
  const store = new MongoClient(system.storeUri, {
    directConnection: true,
    serverSelectionTimeoutMS: 10_000,
  });
  return {
    admin,
    desks,
    apiKey,
    store,
    databases: databasesOf(store, system.storeUri),
    carrierUrl,
    newNumber,
  };
}
