import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Request, RequestHandler, Response } from 'express';
import expressProxy, { type ProxyOptions } from 'express-http-proxy';
import { upstreamFailed, unavailable, type AppError } from '@crm/platform/errors/app-error.js';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import { prepareHeaders } from './forwarded-headers.rules.js';
import { silenceMs, streamCall } from './stream-call.js';

/** What express-http-proxy hands to its sending step. */
interface ProxyContainer {
  user: { req: Request; res: Response };
  proxy: { reqBuilder: RequestOptions; requestModule: { request: typeof http.request } };
}

/** The types of the package leave its hook for the sending step out. */
type Options = ProxyOptions & { sendProxyRequest: (container: ProxyContainer) => Promise<never> };

/**
 * Sends the request in place of the package's own step, which leaves a browser waiting forever when a service dies
 * half-way through its answer, pipes even what has no body, and asks nothing twice. The answer is streamed here too, so
 * this settles only where none came: the steps behind it would carry each header through express once more.
 */
const sendRequest = ({ user, proxy }: ProxyContainer) =>
  new Promise<never>((_answered, reject) => {
    streamCall(user, proxy.reqBuilder, proxy.requestModule.request, reject);
  });

/** The refusal that a failed hop amounts to. */
function refusalFor(error: unknown, service: string): AppError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const isOutOfReach =
    code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EHOSTUNREACH' || code === 'EAI_AGAIN';
  return isOutOfReach
    ? unavailable(`The ${service} service is unreachable, please try again`, error)
    : upstreamFailed(undefined, error);
}

/** The ways to one service. */
export interface ServiceProxy {
  /** Every call but the few below. */
  ordinary: RequestHandler;
  /** Without the package and its two dozen promises a call, for the calls that agents make all day. */
  hot: RequestHandler;
  close: () => void;
}

/**
 * The ways to one service. Both keep connections open, buffer nothing and make each request headers of its own. Of
 * express-http-proxy the `headers` option must never be used (one object for all requests: a user's token goes out with
 * the next one's), nor a `userRes*` decorator (the answer is buffered), and `connection: close`, which it writes into
 * every request, has to be taken out again for an agent to keep anything alive.
 */
export function createServiceProxy(service: string, url: string): ServiceProxy {
  const settings = { keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo', timeout: silenceMs } as const;
  const isSecure = url.startsWith('https:');
  const agent = isSecure ? new https.Agent(settings) : new http.Agent(settings);
  const { request } = isSecure ? https : http;
  const { hostname, port } = new URL(url);

  const prepare = (headers: http.OutgoingHttpHeaders, req: Request) => {
    const { requestId, context } = stateOf(req);
    prepareHeaders(headers, req.headers, {
      requestId,
      traceparent: context.span?.traceparent,
      address: req.ip ?? '',
      protocol: req.protocol,
      host: req.headers.host,
    });
  };
  const failed = (error: unknown, res: Response, next: (error: unknown) => void) => {
    // Nobody is left to be answered where the browser went away.
    if (!res.destroyed) next(refusalFor(error, service));
  };

  const options: Options = {
    parseReqBody: false,
    proxyReqPathResolver: (req) => req.originalUrl,
    proxyReqOptDecorator: (outgoing, req) => {
      outgoing.agent = agent;
      prepare(outgoing.headers, req);
      return outgoing;
    },
    sendProxyRequest: sendRequest,
    proxyErrorHandler: failed,
  };

  return {
    ordinary: expressProxy(url, options),
    hot: (req, res, next) => {
      const { host: _ours, ...headers }: http.OutgoingHttpHeaders = req.headers;
      prepare(headers, req);
      const { method, originalUrl: path } = req;
      streamCall({ req, res }, { hostname, port, agent, method, path, headers }, request, (error) => {
        failed(error, res, next);
      });
    },
    close: () => {
      agent.destroy();
    },
  };
}
