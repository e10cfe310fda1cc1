import * as calls from '@crm/contracts/http/push.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { MessagingContext } from '../context.js';
import { subscribeToPush, unsubscribeFromPush } from './subscriptions.js';

/** The calls about notices of the browser's own. */
export function pushRoutes(ctx: MessagingContext): Route[] {
  return [
    route(calls.readPushKey, () => Promise.resolve({ key: ctx.config.push?.publicKey ?? null })),
    route(calls.subscribeToPush, async (actor, { body }) => {
      await subscribeToPush(ctx, actor, body.subscription);
      return success('Notices are on for this browser');
    }),
    route(calls.unsubscribeFromPush, async (actor, { body }) => {
      await unsubscribeFromPush(ctx, actor, body.endpoint);
      return success('Notices are off for this browser');
    }),
  ];
}
