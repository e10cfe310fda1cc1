import {
  endWrapUp as endWrapUpEndpoint,
  getFloor as getFloorEndpoint,
  getOwnState as getOwnStateEndpoint,
} from '@crm/contracts/http/floor.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { getFloor } from './get-floor.js';
import { endWrapUp, getOwnState } from './own-state.js';

/** The calls about who does what. */
export function floorRoutes(ctx: TelephonyContext): Route[] {
  return [
    route(getFloorEndpoint, (actor) => getFloor(ctx, actor)),
    route(getOwnStateEndpoint, (actor) => getOwnState(ctx, actor)),
    route(endWrapUpEndpoint, (actor) => endWrapUp(ctx, actor)),
  ];
}
