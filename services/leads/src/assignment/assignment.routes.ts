import * as lists from '@crm/contracts/http/lead-lists.js';
import * as calls from '@crm/contracts/http/leads.js';
import { leftReason } from '@crm/contracts/http/leads.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { countedLeads } from '../lead/counted-leads.rules.js';
import { success, warning } from '@crm/platform/http/outcomes.js';
import { assignLead } from './assign-lead.js';
import { listAssignees, listLeadAgents } from './list-candidates.js';
import { reassignLeads, type LeftLead, type Reassigned } from './reassign-leads.js';

const leftWords = {
  held: 'open with somebody else',
  changing: 'changing too fast, please try again',
  not_found: 'not found',
  licence: 'without a licence',
} as const satisfies Record<LeftLead['reason'], string>;

function reassignedAnswer({ assigned, left, agent_fullname }: Reassigned) {
  const leads = countedLeads(assigned);
  const done =
    agent_fullname === null
      ? `${leads} ${assigned === 1 ? 'is' : 'are'} without agent`
      : `${leads} assigned to ${agent_fullname}`;
  if (left.length === 0) return success(done);
  const counts = leftReason.options.flatMap((reason) => {
    const count = left.filter((lead) => lead.reason === reason).length;
    return count === 0 ? [] : [`${countedLeads(count)} ${leftWords[reason]}`];
  });
  // Most often one state and type: then the reason is the same for all, and is said.
  const [denied, ...others] = new Set(left.flatMap(({ sentence }) => sentence ?? []));
  const why = denied === undefined ? '' : `. ${denied}${others.length === 0 ? '' : ', and others'}`;
  return { ...warning(`${[done, ...counts].join(', ')}${why}`), left };
}

/** The calls by which leads change hands. */
export function assignmentRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.assignLead, async (actor, { params, body }) => {
      const { lead, agent_fullname } = await assignLead(ctx, actor, {
        lead_id: params.id,
        agent: body.agent,
      });
      const message = agent_fullname === null ? 'Lead unassigned' : `Lead assigned to ${agent_fullname}`;
      return { ...success(message), lead };
    }),
    route(calls.reassignLeads, async (actor, { body }) =>
      reassignedAnswer(await reassignLeads(ctx, actor, body)),
    ),
    route(calls.listLeadAgents, async (actor, { params }) => ({
      agents: await listLeadAgents(ctx, actor, params.id),
    })),
    route(lists.listAssignees, (actor) => listAssignees(ctx, actor)),
  ];
}
