import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { stateOf } from '../requests/carried-request.js';
import { contextActor } from '../log/request-context.js';
import { bearerToken, type Bearer, type Identity } from './identity.js';

const bearers = new WeakMap<IncomingMessage, Bearer>();

/**
 * For routes that no endpoint describes (the gateway's proxy): lets a live session through and refuses every other
 * request with 403 `session_ended`. `mountEndpoint` does the same by itself.
 */
export function authenticate(identity: Identity): RequestHandler {
  return async (req, _res, next) => {
    const bearer = await identity.bearer(bearerToken(req.headers.authorization));
    bearers.set(req, bearer);
    stateOf(req).context.actor = contextActor(bearer.actor);
    next();
  };
}

/** Who asks, behind `authenticate`; throws where it did not run. */
export function bearerOf(req: IncomingMessage): Bearer {
  const bearer = bearers.get(req);
  if (bearer === undefined) throw new Error('This route is mounted without authenticate');
  return bearer;
}
