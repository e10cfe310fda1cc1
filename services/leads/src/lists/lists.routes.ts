import {
  countLeads,
  countViews,
  filterLeads,
  listGuideLeads,
  listLeadsOfSource,
  listLeadsOfUser,
  listRawLeads,
  restListLeads,
  searchLeads,
} from '@crm/contracts/http/lead-lists.js';
import { leadRows } from '@crm/contracts/http/leads.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import { rowsOf } from './find-page.js';
import * as lists from './list-leads.js';
import * as rest from './rest-list.js';

/** The calls that answer lists of leads. */
export function listRoutes(ctx: LeadsContext): Route[] {
  return [
    route(filterLeads, (actor, { body: { params, ...paging } }) =>
      lists.filterLeads(ctx, actor, params, paging),
    ),
    route(restListLeads, (actor, { query }, { res }) => rest.restListLeads(ctx, actor, query, res)),
    route(searchLeads, async (actor, { query }) => ({
      leads: await lists.searchLeads(ctx, actor, query.search),
    })),
    route(countLeads, async (actor, { body }) => ({
      counts: await lists.countLeads(ctx, actor, body.params, body.by),
    })),
    route(countViews, async (actor, { body }) => ({
      counts: await lists.countViews(ctx, actor, body.views),
    })),
    route(listRawLeads, async (actor, { query: { search, sort, ...paging } }) => {
      const { leads, totalCount } = await lists.listRawLeads(ctx, actor, search, {
        ...paging,
        sort: lists.readSort(sort),
      });
      return { rawLeads: leads, totalCount };
    }),
    route(listGuideLeads, (actor, { query: { search, sort, ...paging } }) =>
      lists.listGuideLeads(ctx, actor, search, { ...paging, sort: lists.readSort(sort) }),
    ),
    route(listLeadsOfUser, async (_actor, { params }) => ({
      leads: await lists.listLeadsOfUser(ctx, params.type, params.userId),
    })),
    route(listLeadsOfSource, async (_actor, { params }) => ({
      leads: await lists.listLeadsOfSource(ctx, params.source),
    })),
    route(leadRows, async (_caller, { body }) => ({
      leads: await rowsOf(
        ctx,
        body.ids.map((id) => new Types.ObjectId(id)),
      ),
    })),
  ];
}
