import * as calls from '@crm/contracts/http/work.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { info, success } from '@crm/platform/http/outcomes.js';
import { completeLead } from './complete-lead.js';
import { startWork } from './start-work.js';

/** The calls by which a user starts to work a lead and completes it. */
export function workRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.startWork, async (actor, { params }) => {
      await startWork(ctx, actor, params);
      return info('Work started');
    }),
    route(calls.completeLead, async (actor, { params }) => {
      await completeLead(ctx, actor, params.userId);
      return success('Lead completed');
    }),
  ];
}
