import { Types } from 'mongoose';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { subroleFor } from '@crm/contracts/codes/lead-types.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { agentRoles } from '@crm/contracts/codes/roles.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import type { LeadUserDoc } from '../users/user.model.js';
import { inTurn, reasonFor, reasonForNobody } from './auto-assign.rules.js';

/** Who gets a new lead, and the sentence that the lead keeps of it. */
export interface Choice {
  agent: LeadUserDoc | undefined;
  why: string;
}

type Target = Pick<LeadDoc, 'type_id' | 'state'>;

async function candidates(ctx: LeadsContext, { type_id }: Target) {
  const users = await ctx.users
    .find({ role_id: { $in: agentRoles }, banned: 0, not_assign: 0, subroles: subroleFor[type_id] })
    .lean<LeadUserDoc[]>();
  return users.map((user) => ({
    ...user,
    id: user._id.toHexString(),
    online: user.online ?? 0,
    given_at: user.given_at ?? null,
  }));
}

/** Whoever was given leads by somebody waits from now on. */
export async function markAssigned(ctx: LeadsContext, agent: AgentChoice): Promise<void> {
  if (agent === 0) return;
  await ctx.users.updateOne({ _id: new Types.ObjectId(agent) }, { $set: { given_at: ctx.clock.now() } });
}

/** Takes the turn of a candidate; false where another lead took it at the same moment. */
async function takeTurn(ctx: LeadsContext, { _id, given_at }: LeadUserDoc): Promise<boolean> {
  const { matchedCount } = await ctx.users.updateOne(
    { _id, given_at: given_at ?? null },
    { $set: { given_at: ctx.clock.now() } },
  );
  return matchedCount > 0;
}

/**
 * Chooses the agent of a new lead that has none, where the setting says that leads are assigned by themselves: licensed
 * in its state, with the sub-role of its type, online first, the one who waited longest. Undefined while the setting is
 * off. Of leads that come at the same moment each takes another's turn.
 */
export async function chooseAgent(ctx: LeadsContext, lead: Target): Promise<Choice | undefined> {
  if ((await knownSettings(ctx)).assignment !== 1) return undefined;
  const today = pacificDate(ctx.clock.now());
  for (;;) {
    const [first] = inTurn(await candidates(ctx, lead), lead, today);
    if (first === undefined) return { agent: undefined, why: reasonForNobody(lead) };
    if (await takeTurn(ctx, first)) return { agent: first, why: reasonFor(first, lead) };
  }
}
