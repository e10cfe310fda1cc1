import type { Actor } from '@crm/contracts/access.js';
import type { CreateLeadInput } from '@crm/contracts/entities/lead-input.js';
import { sentences } from '@crm/contracts/errors.js';
import * as migration from '@crm/contracts/http/lead-migration.js';
import * as calls from '@crm/contracts/http/leads.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { changeLead } from './change-lead.js';
import { countedLeads } from '../lead/counted-leads.rules.js';
import { createLead } from './create-lead.js';
import { deleteLead, deleteLeads } from './delete-leads.js';
import { getLead } from './get-lead.js';
import { leadAccess } from './report-access.js';
import { setPrice } from './set-price.js';
import { setStatus } from './set-status.js';
import { migrateLeads } from './migrate-leads.js';

async function create(ctx: LeadsContext, actor: Actor, input: CreateLeadInput) {
  const created = await createLead(ctx, actor, { lead: input });
  // Only a lead that comes again by its external id can be gone since, and a form is taken of a known person too.
  if (!('lead' in created)) throw new Error('A new lead without external id was a duplicate');
  const { lead } = created;
  return { ...success(sentences.leadCreated), id: lead.id, lead };
}

/** The calls about single leads, deletion, and what other services ask. */
export function leadRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.getLead, async (actor, { params }) => ({ lead: await getLead(ctx, actor, params.id) })),
    route(calls.restGetLead, (actor, { params }) => getLead(ctx, actor, params.id)),
    route(calls.restCreateLead, (actor, { body }) => create(ctx, actor, body)),
    route(calls.restChangeLead, async (actor, { params, body }) => {
      const lead = await changeLead(ctx, actor, { lead_id: params.id, lead: body });
      return { ...success('Saved'), id: lead.id, lead };
    }),
    route(calls.setLeadStatus, async (actor, { params, body }) => ({
      ...success('Status saved'),
      ...(await setStatus(ctx, actor, { lead_id: params.id, status: body.status })),
    })),
    route(calls.setLeadPrice, async (actor, { params, body }) => ({
      ...success('Saved'),
      ...(await setPrice(ctx, actor, { lead_id: params.id, price: body.price })),
    })),
    route(calls.deleteLead, async (actor, { body }) => {
      await deleteLead(ctx, actor, body.lead_id);
      return success('Lead deleted');
    }),
    route(calls.deleteSelectedLeads, async (actor, { body }) => {
      const deleted = await deleteLeads(ctx, actor, body.leads);
      return success(`${countedLeads(deleted)} deleted`);
    }),
    route(calls.leadAccess, (_caller, { params }) => leadAccess(ctx, params.id)),
    route(migration.migrateLeads, (_caller, { body }) => migrateLeads(ctx, body)),
  ];
}
