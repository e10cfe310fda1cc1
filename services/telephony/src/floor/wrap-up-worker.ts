import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { JobScheduler, ScheduledJob } from '@crm/platform/jobs/job-scheduler.js';
import { settleAgent } from './settle-agent.js';
import type { TileContext } from './announce-tiles.js';

/** Ends every wrap-up whose limit has passed. Answers whether there was one. */
export async function endDueWrapUps(ctx: TileContext): Promise<boolean> {
  const due = await ctx.agentStates.find({ until: { $lte: ctx.clock.now() } }, { _id: 1 }).lean();
  for (const { _id } of due) await settleAgent(ctx, _id);
  ctx.changedTiles.add(due.map(({ _id }) => _id));
  return due.length > 0;
}

/** Ends wrap-up when it is due, also what fell due while no process ran. */
export function startWrapUpEnds(ctx: TileContext, scheduler: JobScheduler): ScheduledJob {
  return scheduler.add({
    name: 'wrap-ups to end',
    ...dueIn(ctx.agentStates, 'until'),
    run: () => endDueWrapUps(ctx),
  });
}
