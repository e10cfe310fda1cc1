import { exchangeApiKey } from '@crm/contracts/http/api-keys.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import type { AuthContext } from '../context.js';
import { createApiKey, exchangeKey, storedApiKeys } from './api-keys.js';

/** The calls about API keys, and the one by which gateways exchange them. */
export function apiKeyRoutes(ctx: AuthContext): Route[] {
  return [
    ...restResource(storedApiKeys(ctx), { create: (actor, given) => createApiKey(ctx, actor, given) }),
    route(exchangeApiKey, (_actor, { body }) => exchangeKey(ctx, body.key)),
  ];
}
