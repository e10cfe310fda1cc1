import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { z } from 'zod';
import { roles } from '@crm/contracts/codes/roles.js';
import { defineEndpoint } from '@crm/contracts/endpoint/endpoint.js';
import { id } from '@crm/contracts/ids.js';
import { systemClock } from '@crm/platform/clock.js';
import { createHttpServer } from '@crm/platform/http/create-server.js';
import { mountEndpoint } from '@crm/platform/http/mount-endpoint.js';
import { createIdentity } from '@crm/platform/identity/identity.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { createMetrics } from '@crm/platform/metrics/metrics.js';
import { testPublicKeys } from '@crm/platform/testing/service-keys.js';
import { createTestTokens, endlessSessions } from '@crm/platform/testing/tokens.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';

const connections = 50;
const rounds = 7;
const roundSeconds = 3;
const warmUpSeconds = 2;
const attempts = 3;
/** A run whose baseline varies by more than this is discarded. */
const widestSpread = 2;
const atLeast = 0.35;
const remembered = { tokens: 100, times: 200_000, atMostMicroseconds: 5 };

const serverArgument = 'bench-http-server';
const serverKind = z.enum(['bare', 'service']);
type ServerKind = z.infer<typeof serverKind>;
const listening = z.object({ url: z.string(), tokens: z.array(z.string()) });

const thing = {
  id: '66f0a1b2c3d4e5f601020304',
  fname: 'Dana',
  lname: 'Reyes-Whitfield',
  state: 'TX',
  page: 1,
};

const getThing = defineEndpoint({
  name: 'getThing',
  method: 'GET',
  path: '/api/thing/{id}',
  service: 'leads',
  access: 'admin|agent',
  given: false,
  summary: 'The smallest call that asks who it is, checks what came and answers by contract.',
  params: z.object({ id }),
  query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
  answer: z.object({
    id,
    fname: z.string(),
    lname: z.string(),
    state: z.string().length(2),
    page: z.int(),
  }),
  example: { params: { id: thing.id }, query: { page: '1' }, answer: thing },
});
const address = `/api/thing/${thing.id}?page=1`;

function makeIdentity() {
  const clock = systemClock;
  const made = createTestTokens(clock);
  const verifier = createTokenVerifier({ keys: made.keys, clock });
  return {
    identity: createIdentity({
      service: 'leads',
      verifier,
      sessions: endlessSessions,
      serviceKeys: testPublicKeys,
      clock,
    }),
    tokensOf: (count: number) => Array.from({ length: count }, () => made.tokenFor(uniqueActor(roles.agent))),
  };
}

/** The baseline: the same bytes from node alone, without authentication, validation or logging. */
async function serveBare(): Promise<z.infer<typeof listening>> {
  const server = createServer((_req, res) => {
    const text = JSON.stringify(thing);
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.setHeader('content-length', Buffer.byteLength(text));
    res.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return { url: `http://127.0.0.1:${String(port)}`, tokens: [] };
}

/** The route as in production: it logs to standard output, which is discarded. */
async function serveRoute(): Promise<z.infer<typeof listening>> {
  const log = createLogger({ service: 'leads', level: 'info' });
  const { identity, tokensOf } = makeIdentity();
  const server = createHttpServer({
    service: 'leads',
    log,
    metrics: createMetrics('leads'),
    clock: systemClock,
  });
  mountEndpoint(
    server.router,
    { identity, log, answers: 'logged' },
    getThing,
    async (_actor, { params, query }) => ({
      ...thing,
      id: params.id,
      page: query.page,
    }),
  );
  return { url: await server.listen(0, '127.0.0.1'), tokens: tokensOf(connections) };
}

/** A server in its own process, pinned to one core if possible, so that the load generator has the other. */
async function startServer(kind: ServerKind) {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [serverArgument, kind], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const message: unknown = (await once(child, 'message')).at(0);
  pinToCores(child.pid, '1');
  return {
    ...listening.parse(message),
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
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

interface Round {
  rate: number;
  p50: number;
  p99: number;
}

async function load(server: z.infer<typeof listening>, seconds: number): Promise<Round> {
  const requests = server.tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } }));
  let next = 0;
  const result = await autocannon({
    url: `${server.url}${address}`,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const request = requests[next % Math.max(1, requests.length)];
      next += 1;
      if (request !== undefined) client.setHeaders(request.headers);
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${String(result.non2xx)} answers were refusals, ${String(result.errors)} requests failed`,
    );
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined) throw new Error('The median of an empty list is undefined');
  return (low + high) / 2;
}

/** Interleaved rounds of both servers, so that other load affects both alike. */
async function measure(bare: z.infer<typeof listening>, service: z.infer<typeof listening>) {
  const ofBare: Round[] = [];
  const ofService: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofBare.push(await load(bare, roundSeconds));
    ofService.push(await load(service, roundSeconds));
  }
  const rates = ofBare.map(({ rate }) => rate);
  return { ofBare, ofService, spread: Math.max(...rates) / Math.min(...rates) };
}

/** The cost of a cached token. Headers are new strings every time, so these are too. */
async function microsecondsPerKnownToken(): Promise<number> {
  const { identity, tokensOf } = makeIdentity();
  const tokens = tokensOf(remembered.tokens).map((token) => Buffer.from(token));
  const ask = async (count: number) => {
    const strings = Array.from({ length: count }, (_, index) =>
      tokens[index % tokens.length]?.toString('latin1'),
    );
    const started = performance.now();
    for (const token of strings) await identity.bearer(token);
    return ((performance.now() - started) * 1000) / count;
  };
  await ask(tokens.length);
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) rounds.push(await ask(remembered.times / 5));
  return median(rounds);
}

const medianOf = (of: readonly Round[], key: keyof Round) => median(of.map((round) => round[key]));

/**
 * Requests per second through the smallest service route (request id, session token, access rule, validated
 * parameters, query and response, metrics, one log line), against a bare node:http server with the same response.
 */
export async function benchServiceRoute(options: { log: (line: string) => void }): Promise<void> {
  const { log } = options;
  const bare = await startServer('bare');
  const service = await startServer('service');
  try {
    pinToCores(process.pid, '0');
    await load(bare, warmUpSeconds);
    await load(service, warmUpSeconds);
    let run = await measure(bare, service);
    for (let attempt = 1; run.spread > widestSpread && attempt < attempts; attempt += 1) {
      log(`discarded: bare node:http itself spread ${run.spread.toFixed(1)}-fold, the machine is busy`);
      run = await measure(bare, service);
    }
    const { ofBare, ofService, spread } = run;
    const ratios = ofService.map(({ rate }, round) => rate / (ofBare[round]?.rate ?? Number.NaN));
    const line = (name: string, of: readonly Round[]) =>
      `${name.padEnd(26)} ${medianOf(of, 'rate').toFixed(0)} requests/s   p50 ${medianOf(of, 'p50').toFixed(1)} ms, p99 ${medianOf(of, 'p99').toFixed(1)} ms`;
    log(
      `${String(connections)} connections, median of ${String(rounds)} interleaved rounds, baseline spread ${spread.toFixed(2)}`,
    );
    log(line('bare node:http', ofBare));
    log(
      `${line('service route', ofService)}   ratio ${median(ratios).toFixed(2)} (at least ${String(atLeast)})`,
    );
  } finally {
    pinToCores(process.pid, `0-${String(cpus().length - 1)}`);
    await Promise.all([bare.stop(), service.stop()]);
  }
  log(
    `${'a token seen before'.padEnd(26)} ${(await microsecondsPerKnownToken()).toFixed(2)} us (at most ${String(remembered.atMostMicroseconds)})`,
  );
}

// This file is also the server process's entry: prints its address and exits with its parent.
if (process.argv[2] === serverArgument) {
  const kind = serverKind.parse(process.argv[3]);
  process.once('disconnect', () => process.exit(0));
  process.send?.(await (kind === 'bare' ? serveBare() : serveRoute()));
}
