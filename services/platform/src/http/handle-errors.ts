import type { ErrorRequestHandler, RequestHandler } from 'express';
import { answerError } from '../errors/answer-error.js';
import { routeUnknown } from '../errors/app-error.js';
import type { Logger } from '../log/logger.js';
import { stateOf } from '../requests/carried-request.js';
import { sendJson } from './send-json.js';

/** What a route may have said of a body that does not come; a policy for browsers stays. */
const ofTheBody = [
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
] as const;

/** The last route of every server: nothing stands at this address. */
export const refuseUnknownRoute: RequestHandler = (_req, _res, next) => {
  next(routeUnknown());
};

/**
 * The one place where errors become answers. A refusal is told in the request's own log line; what nobody expected is
 * logged here with its stack. An answer that had already begun is cut off, so that nobody takes it for whole.
 */
export function createErrorHandler(log: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, req, res, _next) => {
    const state = stateOf(req);
    const { status, body, headers, expected } = answerError(thrown, state.requestId);
    state.refusal = body.code;
    if (!expected) {
      const err = thrown instanceof Error ? thrown : new Error(`Thrown: ${String(thrown)}`);
      log.error(
        { err, correlationId: state.requestId, method: req.method, route: state.route },
        'request failed',
      );
    } else if (status >= 500 && thrown instanceof Error) {
      log.warn(
        { err: thrown, correlationId: state.requestId, route: state.route },
        'request could not be served',
      );
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    for (const name of ofTheBody) res.removeHeader(name);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    sendJson(res, body, status);
  };
}
