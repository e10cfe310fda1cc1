import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { RequestState } from '../requests/carried-request.js';

/** How an address is named that no route took: one name, so that a scan does not fill the metrics. */
export const unknownRoute = '(unknown)';
const longestPath = 200;

/** The pattern of a route that express alone knows. */
function expressRoute(
  req: IncomingMessage & { route?: { path?: unknown }; baseUrl?: string },
): string | undefined {
  const path = req.route?.path;
  return typeof path === 'string' ? `${req.baseUrl ?? ''}${path}` : undefined;
}

/**
 * Counts a request and writes its one line, when the answer is out or its client is gone. The path itself is told
 * only where no route took it: paths of routes may carry tokens. Answers the name of the route.
 */
export function writeAccessLine(
  log: Logger,
  metrics: Metrics,
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
  state: RequestState,
): string {
  const ms = performance.now() - state.startedAt;
  const method = req.method ?? 'GET';
  const matched = state.route ?? expressRoute(req);
  const route = matched ?? unknownRoute;
  const status = res.statusCode;
  metrics.observeRequest(method, route, status, ms / 1000);

  const level = status >= 500 ? 'warn' : state.isQuiet && status < 400 ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return route;
  const line = {
    correlationId: state.requestId,
    actorId: state.context.actor?.id,
    method,
    route,
    path:
      matched === undefined
        ? (req.originalUrl ?? req.url ?? '').split('?', 1)[0]?.slice(0, longestPath)
        : undefined,
    status,
    code: state.refusal,
    ms: Math.round(ms * 10) / 10,
    aborted: res.writableFinished ? undefined : true,
  };
  log[level](line, 'request');
  return route;
}
