import type { Router } from 'express';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { Clock } from '../clock.js';
import { createHttpServer, type HttpServer } from '../http/create-server.js';
import type { EndpointDeps } from '../http/mount-endpoint.js';
import { createIdentity } from '../identity/identity.js';
import type { Sessions } from '../identity/sessions.js';
import { createTokenVerifier } from '../identity/token-verifier.js';
import { createMetrics, type Metrics } from '../metrics/metrics.js';
import { logLines, type LogLines } from './log-lines.js';
import { ManualClock } from './manual-clock.js';
import { testPublicKeys } from './service-keys.js';
import { createTestTokens, endlessSessions, type TestTokens } from './tokens.js';

export interface TestServer {
  url: string;
  server: HttpServer;
  tokens: TestTokens;
  lines: LogLines;
  metrics: Metrics;
  close(): Promise<void>;
}

/** A real server on a free port with identity, log and metrics, for endpoints that a test defines itself. */
export async function startTestServer(options: {
  service?: ServiceName;
  clock?: Clock;
  /** Session tokens of others, where several servers know the same people. */
  tokens?: TestTokens;
  sessions?: Pick<Sessions, 'isOver' | 'isFresh' | 'catchUp'>;
  answers?: EndpointDeps['answers'];
  bodyLimit?: number;
  mount: (router: Router, deps: EndpointDeps) => void;
}): Promise<TestServer> {
  const {
    service = 'auth',
    clock = new ManualClock(),
    tokens = createTestTokens(clock),
    sessions = endlessSessions,
    answers = 'strict',
  } = options;
  const lines = logLines(service);
  const metrics = createMetrics(service);
  const verifier = createTokenVerifier({ keys: tokens.keys, clock });
  const identity = createIdentity({ service, verifier, sessions, serviceKeys: testPublicKeys, clock });
  const { log } = lines;
  const server = createHttpServer({
    service,
    log,
    metrics,
    clock,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
  });
  options.mount(server.router, { identity, log, answers });
  const url = await server.listen(0, '127.0.0.1');
  return { url, server, tokens, lines, metrics, close: () => server.close() };
}
