import { sources } from '@crm/contracts/codes/sources.js';
import { states } from '@crm/contracts/codes/states.js';
import { statuses } from '@crm/contracts/codes/statuses.js';
import { listSources, listStates, listStatuses } from '@crm/contracts/http/code-lists.js';
import * as calls from '@crm/contracts/http/reference.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { answered, route, type Exchange, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { changeReferenceList, getReferenceList, listReferenceChanges } from './reference-lists.js';

/** Whether the asker has this very answer; the browser keeps it and asks each time whether it is still the one. */
function hasAlready({ req, res }: Exchange, tag: string): boolean {
  res.setHeader('etag', tag);
  res.setHeader('cache-control', 'private, no-cache');
  res.setHeader('vary', 'authorization');
  const known = (req.headers['if-none-match'] ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(tag);
}

/** The reference lists: three fixed by the contracts, the rest kept by admins. */
export function referenceRoutes(ctx: LeadsContext): Route[] {
  return [
    route(listStates, async () => ({ states: [...states] })),
    route(listStatuses, async () => ({ statuses: [...statuses] })),
    route(listSources, async () => ({ sources: [...sources] })),
    route(calls.getReferenceList, async (_actor, { params }, exchange) => {
      const list = await getReferenceList(ctx, params.list);
      if (!hasAlready(exchange, `"${list.list}-${String(list.version)}"`)) return list;
      exchange.res.status(304).end();
      return answered;
    }),
    route(calls.changeReferenceList, async (actor, { params, body }) => {
      if (body.list !== params.list)
        throw invalidField('list', 'The body is for a different list than the URL');
      return { ...success('List saved'), reference: await changeReferenceList(ctx, actor, body) };
    }),
    route(calls.listReferenceChanges, (_actor, { params }) => listReferenceChanges(ctx, params.list)),
  ];
}
