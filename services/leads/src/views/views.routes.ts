import * as calls from '@crm/contracts/http/lead-views.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { LeadsContext } from '../context.js';
import { changeView, createView, deleteView, listViews } from './views.js';

/** The calls about views of the lead tables. */
export function viewRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.listLeadViews, async (actor, { query }) => ({
      views: await listViews(ctx, actor, query.type),
    })),
    route(calls.createLeadView, async (actor, { body }) => ({
      ...success('View saved'),
      view: await createView(ctx, actor, body),
    })),
    route(calls.changeLeadView, async (actor, input) => ({
      ...success('View saved'),
      view: await changeView(ctx, actor, input),
    })),
    route(calls.deleteLeadView, async (actor, { params }) => {
      await deleteView(ctx, actor, params.id);
      return success('View deleted');
    }),
  ];
}
