import {
  askForHelp as askForHelpEndpoint,
  changeSupervision as changeSupervisionEndpoint,
  getSupervision as getSupervisionEndpoint,
  listLiveCalls as listLiveCallsEndpoint,
  stopSupervising as stopSupervisingEndpoint,
  superviseCall as superviseCallEndpoint,
  withdrawHelp as withdrawHelpEndpoint,
} from '@crm/contracts/http/supervision.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { askForHelp, withdrawHelp } from './ask-for-help.js';
import { changeSupervision, stopSupervising, superviseCall } from './supervise-call.js';
import { getSupervision, listLiveCalls } from './supervised-calls.js';

/** The calls with which supervisors listen to others' calls, and with which agents ask them for help. */
export function supervisionRoutes(ctx: TelephonyContext): Route[] {
  return [
    route(listLiveCallsEndpoint, async (actor) => ({ calls: await listLiveCalls(ctx, actor) })),
    route(getSupervisionEndpoint, async (actor) => ({ supervision: await getSupervision(ctx, actor) })),
    route(superviseCallEndpoint, (actor, { params: { id }, body }) =>
      superviseCall(ctx, actor, { id, ...body }),
    ),
    route(changeSupervisionEndpoint, (actor, { params: { id }, body }) =>
      changeSupervision(ctx, actor, { id, ...body }),
    ),
    route(stopSupervisingEndpoint, (actor, { params: { id } }) => stopSupervising(ctx, actor, id)),
    route(askForHelpEndpoint, (actor, { params: { id } }) => askForHelp(ctx, actor, id)),
    route(withdrawHelpEndpoint, (actor, { params: { id } }) => withdrawHelp(ctx, actor, id)),
  ];
}
