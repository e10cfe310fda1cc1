import * as calls from '@crm/contracts/http/calling.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { callSelected } from './call-selected.js';
import { dialOneByOne } from './dial-one-by-one.js';
import type { DiallerContext } from './dialler-calls.js';
import { diallerStateOf } from './dialler-state.js';
import { createRowPool } from './pool.js';
import { sendToDiallers } from './send-to-diallers.js';

/** The calls of the automatic dialler. */
export function diallerRoutes(ctx: DiallerContext): Route[] {
  const pool = createRowPool(ctx);
  return [
    route(calls.dialOneByOne, (actor, _input, { token }) => dialOneByOne(ctx, { actor, token })),
    route(calls.callSelected, (actor, { body }, { token }) =>
      callSelected(ctx, { actor, token }, body.leads),
    ),
    route(calls.sendToDiallers, (_actor, { body }) => sendToDiallers(ctx, pool, body.leads)),
    route(calls.getDialler, (actor) => diallerStateOf(ctx, actor.id)),
  ];
}
