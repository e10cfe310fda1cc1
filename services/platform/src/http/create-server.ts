import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse, createServer, type Server } from 'node:http';
import express, { type Express, type Router } from 'express';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { runWithContext, type RequestContext } from '../log/request-context.js';
import { noTracer, readTraceparent, type Span, type Tracer } from '../tracing/tracer.js';
import type { Metrics } from '../metrics/metrics.js';
import { urlOf } from './listening-url.js';
import { writeAccessLine } from './access-line.js';
import { carry, type RequestState } from '../requests/carried-request.js';
import { createErrorHandler, refuseUnknownRoute } from './handle-errors.js';
import { readRequestId } from './request-id.js';

/** Longer than any of our agents keeps an idle connection, so that it is always the client who releases it first. */
const keepAliveMs = 65_000;
const drainMs = 10_000;
const defaultBodyLimit = 1024 * 1024;
const untraced = /^\/(internal\/|healthz|readyz|metrics|socket\.io\/)/;

export interface HttpServerOptions {
  service: string;
  log: Logger;
  metrics: Metrics;
  clock: Clock;
  /** How many proxies in front may be believed about the client's address; none unless said otherwise. */
  trustProxy?: number | string | boolean;
  /** Bytes of a JSON body, 1 MB unless said otherwise; more answers 413. */
  bodyLimit?: number;
  /** Traces requests; nothing is traced without one. */
  tracer?: Tracer;
  /** True where those who call are our own: a request then goes on with the trace it names. */
  goesOnTraces?: boolean;
  /** How long `close` waits for answers under way before it cuts them off; 10 s unless said otherwise. */
  drainMs?: number;
}

export interface HttpServer {
  /** For what express alone can mount; endpoints belong on the router. */
  app: Express;
  /** Where endpoints are mounted. A path that none of them takes answers 404 `route_unknown`. */
  router: Router;
  /** The node server under it, for what needs upgrades (sockets). */
  server: Server;
  /** Listens and answers the url, `http://127.0.0.1:4123`. Port 0 takes any free one. */
  listen(port: number, host: string): Promise<string>;
  /** Takes no new connection, lets answers under way finish, and resolves when the last one is out. */
  close(): Promise<void>;
}

/**
 * An http server on express 5 whose requests and responses are made with the app's own prototypes.
 * Express sets both prototypes anew on every request, which throws the objects out of V8's inline caches; made right
 * from the start, that call does nothing and a small route is more than three times as fast (`bench -- route`). It only
 * holds for requests that come in through this server, and for Routers rather than sub-apps.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { log, metrics, clock, tracer = noTracer, goesOnTraces = false } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustProxy ?? false);
  const router = newRouter();
  app.use(router);
  app.use(refuseUnknownRoute);
  app.use(createErrorHandler(log));

  const readJson = express.json({ limit: options.bodyLimit ?? defaultBodyLimit });
  const accessLog = log.child({ area: 'http' }, { formatters: { log: (line) => line } });
  let isClosing = false;
  let underWay = 0;
  let closed: Promise<void> | undefined;

  /** Once no answer is under way, what is left are connections that clients keep open, with nothing asked on them. */
  function dropIdleConnections(): void {
    if (isClosing && underWay === 0) server.closeAllConnections();
  }

  /** Probes are no part of any trace, and calls between services of none but their caller's. */
  function stepOf(
    { method = 'GET', url = '', headers }: IncomingMessage,
    requestId: string,
  ): Span | undefined {
    const parent = goesOnTraces ? readTraceparent(headers['traceparent']) : undefined;
    if (parent === undefined && untraced.test(url)) return undefined;
    return tracer.start(method, 'server', {
      parent,
      attributes: { 'http.request.method': method, 'crm.correlation_id': requestId },
    });
  }

  const server = createServer(withPrototypesOf(app), (req, res) => {
    const requestId = readRequestId(req.headers['x-request-id']) ?? randomUUID();
    const span = stepOf(req, requestId);
    const context: RequestContext = { correlationId: requestId, ...(span === undefined ? {} : { span }) };
    const state: RequestState = {
      requestId,
      receivedAt: clock.now(),
      startedAt: performance.now(),
      context,
      route: undefined,
      isQuiet: false,
      refusal: undefined,
      readJson,
    };
    carry(req, state);
    res.setHeader('x-request-id', requestId);
    if (isClosing) res.setHeader('connection', 'close');
    underWay += 1;
    // `close` comes after the last byte, and also where the client went away before it.
    res.once('close', () => {
      underWay -= 1;
      const route = writeAccessLine(accessLog, metrics, req, res, state);
      if (span !== undefined) endStep(span, req, res, route);
      if (isClosing) setImmediate(dropIdleConnections);
    });
    runWithContext(context, () => {
      app(req, res);
    });
  });
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = keepAliveMs + 5_000;

  function close(): Promise<void> {
    isClosing = true;
    if (!server.listening) return Promise.resolve();
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        log.warn({ underWay }, 'server closed with requests in flight');
        server.closeAllConnections();
      }, options.drainMs ?? drainMs);
      server.close(() => {
        clearTimeout(limit);
        resolve();
      });
      dropIdleConnections();
    });
  }

  return {
    app,
    router,
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve(urlOf(server.address(), host));
        });
      }),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** A request is told by the pattern of its route: the address itself may carry names and tokens. */
function endStep(span: Span, { method = 'GET' }: IncomingMessage, res: ServerResponse, route: string): void {
  const { statusCode } = res;
  span.rename(`${method} ${route}`);
  span.add({ 'http.route': route, 'http.response.status_code': statusCode });
  if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}

/** A router that tells upper from lower case, as the matcher of contracts does. */
export function newRouter(): Router {
  return express.Router({ caseSensitive: true });
}

/**
 * Constructors whose objects are the app's requests and responses from birth. Node calls them with arguments of its
 * own, so they pass on whatever comes. A function with a prototype is a class to node, a thing TypeScript cannot say.
 */
function withPrototypesOf(app: Express) {
  function Request(this: IncomingMessage, ...given: unknown[]) {
    Reflect.apply(IncomingMessage, this, given);
  }
  function Response(this: ServerResponse, ...given: unknown[]) {
    Reflect.apply(ServerResponse, this, given);
  }
  Request.prototype = app.request;
  Response.prototype = app.response;
  return {
    IncomingMessage: Request as unknown as typeof IncomingMessage,
    ServerResponse: Response as unknown as typeof ServerResponse,
  };
}
