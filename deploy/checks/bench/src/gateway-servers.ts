import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request, type RequestListener } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { leadOffered, leadUpdated } from '@crm/contracts/bus/events.js';
import { exampleLifeLead, leadRowOf } from '@crm/contracts/entities/lead.js';
import { id } from '@crm/contracts/ids.js';
import { listSessions, reportSockets } from '@crm/contracts/http/auth.js';
import { setLeadStatus } from '@crm/contracts/http/leads.js';
import { serverEvents } from '@crm/contracts/sockets/server-events.js';
import { gatewayConfig } from '@crm/gateway/config.js';
import { createGateway } from '@crm/gateway/service.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';

const serverArgument = 'bench-gateway-server';
const answerBytes = 5_000;

const setUp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('backend') }),
  z.object({ kind: z.literal('proxy'), backend: z.url() }),
  z.object({ kind: z.literal('ws') }),
  z.object({ kind: z.literal('gateway'), env: z.record(z.string(), z.string()) }),
]);
type SetUp = z.infer<typeof setUp>;

/** Commands for a socket server: a changed row for all, one event per user for some users, or report itself. */
const order = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('row') }),
  z.object({ kind: z.literal('offers'), users: z.array(id) }),
  z.object({ kind: z.literal('memory') }),
]);
export type Order = z.infer<typeof order>;

const listening = z.object({ url: z.url() });
export const memory = z.object({ heap: z.number(), resident: z.number() });

/** The settings of a gateway whose every service is one backend. */
export const gatewayEnv = (backend: string, keys: Record<string, string>): Record<string, string> => ({
  PORT: '0',
  AUTH_URL: backend,
  LEADS_URL: backend,
  PUBLIC_KEYS: JSON.stringify(keys),
  ...testKeySettings('gateway'),
  RATE_SESSION_PER_MINUTE: '100000000',
  RATE_USER_PER_MINUTE: '100000000',
  RATE_SOCKET_EVENTS_PER_SECOND: '1000000',
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String(z.object({ port: z.int() }).parse(server.address()).port)}`;
}

/** Prepared responses of the services behind the gateway: 5 KB, except for calls that a gateway itself makes. */
async function startBackend() {
  const texts = new Map<string, string>();
  const large = JSON.stringify({ padding: 'x'.repeat(answerBytes) });
  texts.set(listSessions.path, JSON.stringify({ versions: {}, revoked: [], kept: [] }));
  texts.set(reportSockets.path, JSON.stringify(reportSockets.example.answer));
  const saved = JSON.stringify(setLeadStatus.example.answer);
  const savedPath = new RegExp(`^${setLeadStatus.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return listen((req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    const isSave = req.method === setLeadStatus.method && savedPath.test(path);
    const text = isSave ? saved : (texts.get(path) ?? large);
    req.resume();
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.setHeader('content-length', Buffer.byteLength(text));
    res.end(text);
  });
}

/** The baseline of a hop on node: request and response piped over kept-alive connections. */
async function startProxy(backend: string) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' });
  const { hostname, port } = new URL(backend);
  return listen((req, res) => {
    const { method, url: path, headers } = req;
    const outgoing = request({ hostname, port, method, path, headers, agent }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    outgoing.on('error', () => res.destroy());
    req.pipe(outgoing);
  });
}

// The bytes a browser receives from the gateway, so that the baseline writes as many.
const rowMessage = `42${JSON.stringify([serverEvents.updateLeads.name, leadRowOf(exampleLifeLead)])}`;

/** A bare ws server that broadcasts, and echoes. */
async function startWs() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      socket.send(data, { binary: false });
    });
  });
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${String(port)}`,
    row: async () => {
      for (const socket of server.clients) socket.send(rowMessage);
    },
    offers: async () => undefined,
  };
}

async function startGateway(env: Record<string, string>) {
  const bus = createMemoryBus();
  const gateway = createGateway(loadConfig(gatewayConfig, env), { bus });
  await gateway.start();
  let sequence = 0;
  const about = (subject: string) => {
    sequence += 1;
    return { source: 'leads', subject, sequence, actor: 'system', now: new Date() } as const;
  };
  return {
    url: gateway.url,
    row: () =>
      bus.publish([newEvent(leadUpdated, { ...about('row'), data: { lead: exampleLifeLead, changed: [] } })]),
    offers: (users: readonly string[]) =>
      bus.publish(
        users.map((user_id) =>
          newEvent(leadOffered, {
            ...about(user_id),
            data: { lead_id: exampleLifeLead.id, user_id, why: 'dialler' },
          }),
        ),
      ),
  };
}

async function start(given: SetUp) {
  const silent = { row: async () => undefined, offers: async () => undefined };
  switch (given.kind) {
    case 'backend':
      return { url: await startBackend(), ...silent };
    case 'proxy':
      return { url: await startProxy(given.backend), ...silent };
    case 'ws':
      return startWs();
    case 'gateway':
      return startGateway(given.env);
  }
}

/** Without taskset, or with one core, figures are only less stable. */
function pinToCores(pid: number | undefined, cores: string): void {
  if (pid === undefined || process.platform !== 'linux' || availableParallelism() < 2) return;
  try {
    execFileSync('taskset', ['-a', '-pc', cores, String(pid)], { stdio: 'ignore' });
  } catch {
    return;
  }
}

/** Pins the load generator, this process, to the first core while `work` runs; the measured server has the other. */
export async function onFirstCore<T>(work: () => Promise<T>): Promise<T> {
  pinToCores(process.pid, '0');
  try {
    return await work();
  } finally {
    pinToCores(process.pid, `0-${String(cpus().length - 1)}`);
  }
}

/** A server in its own process: the measured one on the second core, its backends beside the load generator. */
export async function startServer(given: SetUp) {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [serverArgument, JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const next = async (): Promise<unknown> => (await once(child, 'message')).at(0);
  const { url } = listening.parse(await next());
  pinToCores(child.pid, given.kind === 'backend' ? '0' : '1');
  return {
    url,
    send: (given: Order) => {
      child.send(given);
    },
    memory: async () => {
      child.send({ kind: 'memory' } satisfies Order);
      return memory.parse(await next());
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
export type BenchServer = Awaited<ReturnType<typeof startServer>>;

/** Live memory, without garbage. */
function measureMemory(collect: () => void): z.infer<typeof memory> {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, resident: rss };
}

// This file is also the server process's entry: prints its address and exits with its parent.
if (process.argv[2] === serverArgument) {
  process.once('disconnect', () => process.exit(0));
  setFlagsFromString('--expose-gc');
  const collect = z.function({ input: [], output: z.void() }).implement(runInNewContext('gc') as () => void);
  const server = await start(setUp.parse(JSON.parse(process.argv[3] ?? '')));
  process.on('message', (message) => {
    const given = order.parse(message);
    if (given.kind === 'row') void server.row();
    else if (given.kind === 'offers') void server.offers(given.users);
    else process.send?.(measureMemory(collect));
  });
  process.send?.({ url: server.url });
}
