import { keptLeadEvents, snapshotLeads as snapshotEndpoint } from '@crm/contracts/http/rebuilding.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { readSavedEvents } from '@crm/platform/outbox/saved-events.js';
import type { LeadsContext } from '../context.js';
import { snapshotLeads } from './snapshot-leads.js';

const pageSize = 500;

/** What other services build their projections of leads from. */
export function rebuildingRoutes(ctx: LeadsContext): Route[] {
  return [
    route(keptLeadEvents, async (_caller, { query: { types, after } }) => {
      const page = { types: types.split(','), after, limit: pageSize };
      const events = await readSavedEvents(ctx.leads.db, page);
      const last = events.length === pageSize ? events.at(-1) : undefined;
      return { events, next: last?.id ?? null };
    }),
    route(snapshotEndpoint, (_caller, { query }) => snapshotLeads(ctx, query.after)),
  ];
}
