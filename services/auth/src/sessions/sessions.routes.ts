import { sessionOf } from '@crm/contracts/token.js';
import * as calls from '@crm/contracts/http/sessions.js';
import { route, type Exchange, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { AuthContext } from '../context.js';
import { endSessionsOf, signOutEverywhere } from './sign-out.js';
import {
  endOtherSessions,
  endSessionOf,
  listSessionsOf,
  reportClick,
  requireManaged,
} from './user-sessions.js';

/** What people see and end of their own sessions, and admins of their people's. */
export function sessionRoutes(ctx: AuthContext): Route[] {
  const claimsOf = ({ token }: Exchange) => ctx.verifier.verify(token);
  return [
    route(calls.listOwnSessions, (actor, _input, exchange) =>
      listSessionsOf(ctx, actor.id, sessionOf(claimsOf(exchange))),
    ),
    route(calls.reportClick, (_actor, { body }, exchange) =>
      reportClick(ctx, claimsOf(exchange), body.seconds_ago),
    ),
    route(calls.endOwnSession, (actor, { params }) => endSessionOf(ctx, actor, actor.id, params.sessionId)),
    route(calls.endOtherSessions, (actor, _input, exchange) =>
      endOtherSessions(ctx, actor, claimsOf(exchange)),
    ),
    route(calls.signOutEverywhere, (actor, _input, exchange) =>
      signOutEverywhere(ctx, actor, claimsOf(exchange)),
    ),
    route(calls.listSessionsOfUser, async (_actor, { params }) => {
      await requireManaged(ctx, params.userId);
      return listSessionsOf(ctx, params.userId);
    }),
    route(calls.endSessionOfUser, async (actor, { params }) => {
      await requireManaged(ctx, params.userId);
      return endSessionOf(ctx, actor, params.userId, params.sessionId);
    }),
    route(calls.endSessionsOfUser, async (actor, { params }) => {
      await requireManaged(ctx, params.userId);
      return endSessionsOf(ctx, actor, params.userId);
    }),
  ];
}
