import { Types } from 'mongoose';
import { unavailable } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from './lead.model.js';

const batchSize = 500;
const mostRounds = 20;

/** What a round over a batch came to: how many of its leads are there, and which have to be tried again. */
export interface Round {
  found: number;
  raced: readonly Types.ObjectId[];
}

/** These leads as far as they are there, whole: what is written back and told to the world. */
export function livingLeads(ctx: LeadsContext, ids: readonly Types.ObjectId[]): Promise<LeadDoc[]> {
  return ctx.leadCollection
    .find({ _id: { $in: [...ids] }, deletedAt: { $exists: false } })
    .project<LeadDoc>({ outbox: 0, outboxAt: 0 })
    .toArray();
}

/**
 * Changes many leads in batches, each again for those leads that somebody else's write came between, until none is
 * left. Answers how many were there and how many were not.
 */
export async function inBatches(
  leadIds: readonly string[],
  round: (ids: readonly Types.ObjectId[]) => Promise<Round>,
): Promise<{ done: number; unknown: number }> {
  const ids = [...new Set(leadIds)].map((id) => new Types.ObjectId(id));
  let done = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    let open: readonly Types.ObjectId[] = ids.slice(start, start + batchSize);
    for (let rounds = 0; open.length > 0; rounds += 1) {
      if (rounds === mostRounds) throw unavailable('These leads are changing too fast, please try again');
      const { found, raced } = await round(open);
      done += found - raced.length;
      open = raced;
    }
  }
  return { done, unknown: ids.length - done };
}
