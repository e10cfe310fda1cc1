import {
  renewScimToken as renewEndpoint,
  withdrawScimToken as withdrawEndpoint,
} from '@crm/contracts/resources/identity-provider.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { removeRecord, sourceOf } from '@crm/platform/resources/records.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import type { AuthContext } from '../context.js';
import {
  changeProvider,
  createProvider,
  renewScimToken,
  storedProviders,
  withdrawScimToken,
} from './providers.js';

/** What admins do with identity providers. */
export function providerRoutes(ctx: AuthContext): Route[] {
  const stored = storedProviders(ctx);
  return [
    ...resourceRoutes(sourceOf(stored), {
      create: (actor, given) => createProvider(ctx, actor, given),
      change: (actor, id, change) => changeProvider(ctx, actor, id, change),
      remove: (actor, id) => removeRecord(stored, actor, id),
    }),
    route(renewEndpoint, (actor, { params }) => renewScimToken(ctx, actor, params.id)),
    route(withdrawEndpoint, (actor, { params }) => withdrawScimToken(ctx, actor, params.id)),
  ];
}
