import { Types } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from './lead.model.js';

const batchSize = 500;
const maxRounds = 20;

/** What a round over a batch came to: how many of its leads are done, and which have to be tried again. */
export interface Round {
  done: number;
  raced: readonly Types.ObjectId[];
}

/** These leads as far as they are there, whole: what is written back and told to the world. */
export function livingLeads(ctx: LeadsContext, ids: readonly Types.ObjectId[]): Promise<LeadDoc[]> {
  return ctx.leadCollection
    .find(alive({ _id: { $in: [...ids] } }))
    .project<LeadDoc>({ outbox: 0, outboxAt: 0 })
    .toArray();
}

/**
 * Changes many leads in batches, each again for those leads that somebody else's write came between. Answers how many
 * were done, and those that went on changing however often they were tried.
 */
export async function inBatches(
  leadIds: readonly string[],
  round: (ids: readonly Types.ObjectId[]) => Promise<Round>,
): Promise<{ done: number; changing: readonly string[] }> {
  const ids = [...new Set(leadIds)].map((id) => new Types.ObjectId(id));
  let done = 0;
  const changing: string[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    let open: readonly Types.ObjectId[] = ids.slice(start, start + batchSize);
    for (let rounds = 0; open.length > 0 && rounds < maxRounds; rounds += 1) {
      const tried = await round(open);
      done += tried.done;
      open = tried.raced;
    }
    changing.push(...open.map((id) => id.toHexString()));
  }
  return { done, changing };
}
