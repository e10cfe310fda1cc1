import { once } from 'node:events';
import { connect } from 'node:net';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { gatewayEnv, onFirstCore, startServer, type BenchServer } from './gateway-servers.js';
import { median, percentile } from './percentile.js';
import {
  atATime,
  closeAll,
  eventPacket,
  openMany,
  roundTrip,
  roundTrips,
  untilHeard,
} from './socket-clients.js';

const clients = 1_000;
const rounds = 21;
const trips = 500;
const offers = 4_000;
const offerRounds = 5;
/** Longer than the gateway's batching window: every round is the first of its window. */
const pauseMs = 300;
const limits = { fanOut: 1.3, idleKilobytes: 30, targeted: 0.6 };

const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, pauseMs);
  });

const answers = async (url: URL) => {
  const socket = connect(Number(url.port || '6379'), url.hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const milliseconds = (values: readonly number[]) =>
  `p50 ${median(values).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)} ms`;

/**
 * Live events of a gateway against a bare ws server: memory of an idle socket, time of one event to the last of
 * 1,000 sockets, time of an acknowledgement; and events for single users over one gateway and over two with Redis,
 * if available.
 */
export async function benchSockets(options: { log: (line: string) => void }): Promise<void> {
  const { log } = options;
  const made = createTestTokens();
  const actors: Actor[] = Array.from({ length: clients }, () => uniqueActor(roles.admin));
  const tokens = actors.map((actor) => made.tokenFor(actor));
  const backend = await startServer({ kind: 'backend' });
  const env = gatewayEnv(backend.url, made.keys);
  const standing: BenchServer[] = [backend];
  const started = async (given: Parameters<typeof startServer>[0]) => {
    const server = await startServer(given);
    standing.push(server);
    return server;
  };

  /** Server memory per connected socket, in kilobytes. */
  const fill = async (server: BenchServer, credentials: readonly (string | undefined)[]) => {
    // The first sockets allocate what all of them share.
    await closeAll(await openMany([server.url], credentials.slice(0, atATime)));
    const before = await server.memory();
    const opened = await openMany([server.url], credentials);
    await pause();
    const after = await server.memory();
    const each = (key: keyof typeof before) => (after[key] - before[key]) / clients / 1024;
    return { opened, heap: each('heap'), resident: each('resident') };
  };

  /** Events for one user each through these gateways; returns the rate per second. */
  const targeted = async (servers: readonly BenchServer[]) => {
    const opened = await openMany(
      servers.map(({ url }) => url),
      tokens,
    );
    const users = Array.from({ length: offers }, (_, index) => actors[index % clients]?.id ?? '');
    const rates: number[] = [];
    for (let round = 0; round < offerRounds; round += 1) {
      const ms = await untilHeard(opened, offers, () => servers[0]?.send({ kind: 'offers', users }));
      rates.push((offers / ms) * 1000);
    }
    await closeAll(opened);
    return median(rates);
  };

  const measure = async () => {
    const ws = await started({ kind: 'ws' });
    const gateway = await started({ kind: 'gateway', env });
    const ofWs = await fill(
      ws,
      tokens.map(() => undefined),
    );
    const ofGateway = await fill(gateway, tokens);
    const kilobytes = (of: typeof ofWs) => `${of.heap.toFixed(1)} KB (${of.resident.toFixed(1)} KB resident)`;
    log(`${String(clients)} sockets, medians of ${String(rounds)} interleaved rounds`);
    log(`an idle socket, bare ws    ${kilobytes(ofWs)}`);
    log(`an idle socket, gateway    ${kilobytes(ofGateway)} (at most ${String(limits.idleKilobytes)} KB)`);

    const join = eventPacket(clientEvents.joinOwnLeads, { type: exampleLifeLead.type });
    for (const client of ofGateway.opened) await roundTrip(client, join);
    const toWs: number[] = [];
    const toGateway: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      toWs.push(await untilHeard(ofWs.opened, clients, () => ws.send({ kind: 'row' })));
      toGateway.push(await untilHeard(ofGateway.opened, clients, () => gateway.send({ kind: 'row' })));
      await pause();
    }
    const ratio = median(toGateway) / median(toWs);
    log(`to the last, bare ws       ${milliseconds(toWs)}`);
    log(
      `to the last, gateway       ${milliseconds(toGateway)}   ratio ${ratio.toFixed(2)} (at most ${String(limits.fanOut)})`,
    );

    const [wsClient] = ofWs.opened;
    const [client] = ofGateway.opened;
    if (wsClient === undefined || client === undefined) throw new Error('There are clients');
    const status = { lead_id: exampleLifeLead.id, status: 'followUp' };
    log(
      `there and back, bare ws    ${milliseconds(await roundTrips(wsClient, eventPacket(clientEvents.connected, null), trips))}`,
    );
    log(
      `acknowledged by gateway    ${milliseconds(await roundTrips(client, eventPacket(clientEvents.connected, null), trips))}`,
    );
    log(
      `acknowledged by a service  ${milliseconds(await roundTrips(client, eventPacket(clientEvents.updateStatus, status), trips))}`,
    );
    await closeAll([...ofWs.opened, ...ofGateway.opened]);

    const alone = await targeted([gateway]);
    log(`for one user each          ${alone.toFixed(0)} events/s over one gateway`);
    const redis = new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379/15');
    if (!(await answers(redis))) {
      log('over two gateways: skipped, no Redis answers');
      return;
    }
    const shared = { ...env, REDIS_URL: redis.href, REDIS_PREFIX: `crm-bench-${uniqueId()}` };
    const two = [
      await started({ kind: 'gateway', env: shared }),
      await started({ kind: 'gateway', env: shared }),
    ];
    const together = await targeted(two);
    log(
      `${' '.repeat(26)} ${together.toFixed(0)} events/s over two with Redis   ratio ${(together / alone).toFixed(2)} (at least ${String(limits.targeted)})`,
    );
  };

  try {
    await onFirstCore(measure);
  } finally {
    for (const server of standing.reverse()) await server.stop();
  }
}
