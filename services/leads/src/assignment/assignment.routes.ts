import * as calls from '@crm/contracts/http/leads.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { countedLeads } from '../leads/counted-leads.rules.js';
import { success, warning } from '@crm/platform/http/outcomes.js';
import { assignLead } from './assign-lead.js';
import { listAssignees, listLeadAgents } from './list-candidates.js';
import { reassignLeads, type Reassigned } from './reassign-leads.js';

function reassignedAnswer({ assigned, unknown, agent_fullname }: Reassigned) {
  const leads = countedLeads(assigned);
  const done =
    agent_fullname === null
      ? `${leads} ${assigned === 1 ? 'is' : 'are'} without agent`
      : `${leads} assigned to ${agent_fullname}`;
  return unknown === 0 ? success(done) : warning(`${done}, ${countedLeads(unknown)} not found`);
}

/** The calls by which leads change hands. */
export function assignmentRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.assignLead, async (actor, { params, body }) => {
      const { lead, agent_fullname } = await assignLead(ctx, actor, {
        lead_id: params.id,
        agent: body.agent,
      });
      const message =
        agent_fullname === null ? 'Lead is without agent' : `Lead assigned to ${agent_fullname}`;
      return { ...success(message), lead };
    }),
    route(calls.reassignLeads, async (actor, { body }) =>
      reassignedAnswer(await reassignLeads(ctx, actor, body)),
    ),
    route(calls.listLeadAgents, async (actor, { params }) => ({
      agents: await listLeadAgents(ctx, actor, params.id),
    })),
    route(calls.listAssignees, (actor) => listAssignees(ctx, actor)),
  ];
}
