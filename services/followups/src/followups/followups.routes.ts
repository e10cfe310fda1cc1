import * as calls from '@crm/contracts/http/followups.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { FollowupsContext } from '../context.js';
import { addFollowup, createFollowup } from './create-followup.js';
import { deleteFollowup } from './delete-followup.js';
import { filterList, filterValues, listAllOfLead, listOfLead, listOfUser } from './list-followups.js';
import { updateFollowup } from './update-followup.js';

/** Every call of the service. */
export function followupRoutes(ctx: FollowupsContext): Route[] {
  return [
    route(calls.listFollowupsOfUser, async (_actor, { params, query }) => ({
      followups: await listOfUser(ctx, params.userId, query),
    })),
    route(calls.listFollowupsOfLead, async (actor, { params }, exchange) => ({
      followups: await listOfLead(ctx, actor, params.leadId, exchange),
    })),
    route(calls.listAllFollowupsOfLead, async (actor, { params }, exchange) => ({
      followups: await listAllOfLead(ctx, actor, params.leadId, exchange),
    })),
    route(calls.filterFollowups, (actor, { body }) => filterList(ctx, actor, body)),
    route(calls.followupFilterParams, async (actor, { params }) => ({
      params: await filterValues(ctx, actor, params.id),
    })),
    route(calls.createFollowup, async (actor, { body }) => ({
      ...success('Follow-up created'),
      followup: await createFollowup(ctx, actor, body),
    })),
    route(calls.addFollowup, async (actor, { body }) => ({
      ...success('Follow-up created'),
      followup: await addFollowup(ctx, actor, body),
    })),
    route(calls.updateFollowup, async (actor, { body }) => ({
      ...success(body.followup.completed === 1 ? 'Follow-up completed' : 'Follow-up updated'),
      followup: await updateFollowup(ctx, actor, body),
    })),
    route(calls.deleteFollowup, async (actor, { body }) => {
      await deleteFollowup(ctx, actor, body.id);
      return success('Follow-up deleted');
    }),
  ];
}
