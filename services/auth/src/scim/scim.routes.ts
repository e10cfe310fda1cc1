import type { RequestHandler, Response } from 'express';
import type { Endpoint, InputOf, AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import * as calls from '@crm/contracts/http/scim.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { sendJson } from '@crm/platform/http/send-json.js';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import type { AuthContext } from '../context.js';
import { siteOf } from '../second-step/second-factor.routes.js';
import { scimCallerOf, type ScimCaller } from './scim-caller.js';
import { scimConfig, scimResourceTypes, scimSchemaList } from './scim-description.js';
import { listGroups, patchGroup, readGroup } from './scim-groups.js';
import { scimAnswerOf } from './scim-refusal.js';
import {
  createUser,
  listUsers,
  patchUserById,
  readUser,
  removeUser,
  replaceUser,
  viewOf,
} from './scim-users.js';

const mediaType = 'application/scim+json; charset=utf-8';

/** Refuses as SCIM does; what nobody expected is the server's own to answer. */
function refuse(res: Response, error: unknown, next: (error: unknown) => void): void {
  if (!(error instanceof AppError) || res.headersSent) {
    next(error);
    return;
  }
  const { status, body } = scimAnswerOf(error);
  stateOf(res.req).refusal = error.code;
  if (status === 401) res.setHeader('www-authenticate', 'Bearer');
  const { retry_after } = error.details;
  if (retry_after !== undefined) res.setHeader('retry-after', String(retry_after));
  res.setHeader('content-type', mediaType);
  sendJson(res, body, status);
}

/** A route of SCIM: its media type, its errors, and the provider whose token comes with the request. */
function scimRoute<E extends Endpoint>(
  ctx: AuthContext,
  endpoint: E,
  handle: (
    caller: ScimCaller,
    input: InputOf<E>,
    exchange: { res: Response; base: string },
  ) => Promise<AnswerOf<E> | typeof answered>,
): Route {
  const inner = route(endpoint, async (_actor, input: InputOf<E>, exchange) => {
    const caller = await scimCallerOf(ctx, exchange.req.headers.authorization);
    const base = `${siteOf(ctx, exchange).origin}/scim/v2`;
    return handle(caller, input, { res: exchange.res, base });
  });
  return {
    endpoint,
    serve: (deps) => {
      const serve = inner.serve(deps);
      const own: RequestHandler = (req, res, next) => {
        // JSON under another name.
        if (req.is('+json')) req.headers['content-type'] = 'application/json';
        res.setHeader('content-type', mediaType);
        void serve(req, res, (error: unknown) => {
          refuse(res, error, next);
        });
      };
      return own;
    },
  };
}

/** Answers that it is done, and nothing else. */
function done(res: Response): typeof answered {
  res.removeHeader('content-type');
  res.status(204).end();
  return answered;
}

/** Joining and leaving by SCIM 2.0. */
export function scimRoutes(ctx: AuthContext): Route[] {
  return [
    scimRoute(ctx, calls.getScimConfig, async (_caller, _input, { base }) => scimConfig(base)),
    scimRoute(ctx, calls.listScimResourceTypes, async (_caller, _input, { base }) => scimResourceTypes(base)),
    scimRoute(ctx, calls.listScimSchemas, async (_caller, _input, { base }) => scimSchemaList(base)),
    scimRoute(ctx, calls.listScimUsers, (caller, { query }, { base }) => listUsers(ctx, caller, query, base)),
    scimRoute(ctx, calls.getScimUser, async (caller, { params }, { base }) =>
      viewOf(await readUser(ctx, caller, params.id), caller, base),
    ),
    scimRoute(ctx, calls.createScimUser, async (caller, { body }, { res, base }) => {
      const view = viewOf(await createUser(ctx, caller, body), caller, base);
      res.status(201).setHeader('location', view.meta.location);
      return view;
    }),
    scimRoute(ctx, calls.replaceScimUser, async (caller, { params, body }, { base }) =>
      viewOf(await replaceUser(ctx, caller, params.id, body), caller, base),
    ),
    scimRoute(ctx, calls.patchScimUser, async (caller, { params, body }, { base }) =>
      viewOf(await patchUserById(ctx, caller, params.id, body), caller, base),
    ),
    scimRoute(ctx, calls.deleteScimUser, async (caller, { params }, { res }) => {
      await removeUser(ctx, caller, params.id);
      return done(res);
    }),
    scimRoute(ctx, calls.listScimGroups, (caller, { query }, { base }) =>
      listGroups(ctx, caller, query, base),
    ),
    scimRoute(ctx, calls.getScimGroup, (caller, { params, query }, { base }) =>
      readGroup(ctx, caller, params.id, query, base),
    ),
    scimRoute(ctx, calls.patchScimGroup, async (caller, { params, body }, { res }) => {
      await patchGroup(ctx, caller, params.id, body);
      return done(res);
    }),
  ];
}
