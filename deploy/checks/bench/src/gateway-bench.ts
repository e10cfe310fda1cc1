import autocannon from 'autocannon';
import { roles } from '@crm/contracts/codes/roles.js';
import { listStates } from '@crm/contracts/http/code-lists.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import { gatewayEnv, onFirstCore, startServer } from './gateway-servers.js';
import { median } from './percentile.js';

const connections = 50;
const rounds = 5;
const roundSeconds = 2;
const warmUpSeconds = 2;
const attempts = 3;
/** A run whose baseline varies by more than this is discarded. */
const widestSpread = 2;
const atLeast = 0.6;

interface Round {
  rate: number;
  p50: number;
  p99: number;
}

async function load(
  url: string,
  tokens: readonly string[],
  clients: number,
  seconds: number,
): Promise<Round> {
  let next = 0;
  const result = await autocannon({
    url: `${url}${listStates.path}`,
    connections: clients,
    duration: seconds,
    setupClient: (client) => {
      client.setHeaders({ authorization: `Bearer ${tokens[next % tokens.length] ?? ''}` });
      next += 1;
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${String(result.non2xx)} answers were refusals, ${String(result.errors)} requests failed`,
    );
  }
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/**
 * Requests per second through the gateway (token of one of 50 users, routing, rate limits, security headers, one
 * log line) to a backend with 5 KB responses, against direct requests and a bare keep-alive proxy; and the latency
 * each hop adds to a single request.
 */
export async function benchGateway(options: { log: (line: string) => void }): Promise<void> {
  const { log } = options;
  const made = createTestTokens();
  const tokens = Array.from({ length: connections }, () => made.tokenFor(uniqueActor(roles.agent)));
  const backend = await startServer({ kind: 'backend' });
  const proxy = await startServer({ kind: 'proxy', backend: backend.url });
  const gateway = await startServer({ kind: 'gateway', env: gatewayEnv(backend.url, made.keys) });
  const hops = [
    { name: 'backend, directly', server: backend, many: [] as Round[], alone: [] as Round[] },
    { name: 'bare keep-alive proxy', server: proxy, many: [] as Round[], alone: [] as Round[] },
    { name: 'gateway', server: gateway, many: [] as Round[], alone: [] as Round[] },
  ] as const;
  const [direct, bare, ours] = hops;

  /** Interleaved rounds, so that other load affects all alike; returns the variation of the baseline. */
  const measure = async () => {
    for (const hop of hops) hop.many.length = hop.alone.length = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const { server, many } of hops)
        many.push(await load(server.url, tokens, connections, roundSeconds));
      for (const { server, alone } of hops) alone.push(await load(server.url, tokens, 1, 1));
    }
    const rates = bare.many.map(({ rate }) => rate);
    return Math.max(...rates) / Math.min(...rates);
  };

  try {
    await onFirstCore(async () => {
      for (const { server } of hops) await load(server.url, tokens, connections, warmUpSeconds);
      let spread = await measure();
      for (let attempt = 1; spread > widestSpread && attempt < attempts; attempt += 1) {
        log(`discarded: the bare proxy itself spread ${spread.toFixed(1)}-fold, the machine is busy`);
        spread = await measure();
      }
      log(
        `5 KB answers, ${String(connections)} connections, median of ${String(rounds)} interleaved rounds, baseline spread ${spread.toFixed(2)}`,
      );
    });
  } finally {
    await gateway.stop();
    await proxy.stop();
    await backend.stop();
  }

  const microsecondsAlone = (hop: (typeof hops)[number]) => 1e6 / median(hop.alone.map(({ rate }) => rate));
  const ratioTo = (baseline: (typeof hops)[number], hop: (typeof hops)[number]) =>
    median(hop.many.map(({ rate }, round) => rate / (baseline.many[round]?.rate ?? Number.NaN)));
  for (const hop of hops) {
    const figure = (key: keyof Round) => median(hop.many.map((round) => round[key]));
    const ratio =
      hop === direct
        ? ''
        : `   ratio ${ratioTo(direct, hop).toFixed(2)}${hop === ours ? `, to the bare proxy ${ratioTo(bare, hop).toFixed(2)} (at least ${String(atLeast)})` : ''}`;
    log(
      `${hop.name.padEnd(26)} ${figure('rate').toFixed(0)} requests/s   p50 ${figure('p50').toFixed(1)} ms, p99 ${figure('p99').toFixed(1)} ms${ratio}`,
    );
  }
  const alone = microsecondsAlone(direct);
  for (const hop of [bare, ours]) {
    log(
      `${`a request alone, ${hop.name}`.padEnd(40)} ${(microsecondsAlone(hop) - alone).toFixed(0)} us more`,
    );
  }
}
