import { Types } from 'mongoose';
import type { Person } from '@crm/contracts/http/privacy.js';
import { expireWithLead, type PersonDesk } from '@crm/domain/privacy/tasks.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { eraseFollowups } from '../followups/delete-followup.js';
import type { FollowupDoc } from '../followups/followup.model.js';

const followupsOf = (ctx: FollowupsContext, { lead_ids }: Person) =>
  ctx.followups
    .find(alive({ lead_id: { $in: lead_ids.map((id) => new Types.ObjectId(id)) } }))
    .lean<FollowupDoc[]>();

/** The person's data in this service: the follow-ups of the selected leads. */
export function followupsDesk(ctx: FollowupsContext): PersonDesk {
  const erase: PersonDesk['erase'] = async (person) => {
    const found = await followupsOf(ctx, person);
    const leads = new Set(found.map(({ lead_id }) => lead_id.toHexString()));
    for (const lead of leads) await eraseFollowups(ctx, lead);
    // What a backup or a copy holds of them is unreadable from now on.
    await ctx.dataKeys.destroy(person.lead_ids, ctx.clock.now());
    return { counts: { followups: found.length }, isWhole: true };
  };
  return {
    collect: async (person) => [
      {
        kind: 'followups',
        items: (await followupsOf(ctx, person)).map(({ datetime, description, priority, completed }) => ({
          ...{ at: datetime, description, priority, completed },
        })),
      },
    ],
    erase,
    expire: expireWithLead(erase),
  };
}
