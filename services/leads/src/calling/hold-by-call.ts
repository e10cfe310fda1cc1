import type { LeadsContext } from '../context.js';
import { holdLead } from '../holds/hold-lead.js';
import { releaseHolds } from '../holds/release-holds.js';
import { wireAgent } from '../leads/agent-choice.js';
import { findLead } from '../leads/lead.access.js';
import { doerOfUser, findUser } from '../users/find-users.js';

/** No call lasts longer: one whose end is never told does not keep the lead for good. */
const longestCallMs = 4 * 60 * 60 * 1000;

interface Call {
  call_id: string;
  lead_id: string;
  user_id: string;
}

const holderOf = ({ call_id }: Pick<Call, 'call_id'>) => `call:${call_id}`;

/** Holds a lead for the call of the user it is assigned to, whoever has it open (`sockets.json`, busy-lead). */
export async function holdByCall(ctx: LeadsContext, call: Call): Promise<void> {
  const [lead, user] = await Promise.all([findLead(ctx, call.lead_id), findUser(ctx, call.user_id)]);
  if (lead === undefined || user === undefined || wireAgent(lead.user_id) !== call.user_id) return;
  await holdLead(ctx, doerOfUser(user), {
    leadId: call.lead_id,
    holder: holderOf(call),
    takesOver: true,
    lease: longestCallMs,
  });
}

/** Lets go of what a call held; its user's windows hold on. */
export async function releaseByCall(ctx: LeadsContext, call: Call): Promise<void> {
  const { lead_id, user_id } = call;
  await releaseHolds(ctx, [{ lead_id, user_id, holder: holderOf(call) }]);
}
