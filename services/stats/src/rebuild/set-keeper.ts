import type { Connection } from 'mongoose';
import { firstOf } from '@crm/platform/jobs/earliest-due.js';
import { buildProjection, type ProjectionBuild } from '@crm/platform/projections/build-projection.js';
import type { StatsContext } from '../context.js';
import type { SetState } from '../sets/figure-sets.js';
import { countSettledMonths, nextMonthDueAt, settleMonths } from '../months/save-months.js';
import { countPage } from './count-anew.js';

/** How long a replaced set is kept for queries still reading from it. */
const lingerMs = 30_000;

export interface SetKeeper {
  /** Whether a set is complete and can be shown. */
  isBuilt(): boolean;
  stop(): Promise<void>;
}

/**
 * Builds a set when one is requested, shows it when it is complete, drops unused ones, and maintains the monthly
 * aggregates. Any instance may do it, also concurrently: the writes are idempotent.
 */
export function scheduleSets(
  ctx: StatsContext,
  { connection, subscribed }: { connection: Connection; subscribed: Promise<void> },
): SetKeeper {
  const { sets, clock, log } = ctx;
  let build: { set: number; counting: ProjectionBuild } | undefined;
  let isBuilt = false;
  /** Since when which set has been shown with none being built, and whether all others have been dropped since. */
  let calm: { shown: number; since: number; isSwept: boolean } | undefined;

  async function startCounting(set: number): Promise<ProjectionBuild> {
    await sets.model(set).createIndexes();
    return buildProjection({
      connection,
      name: 'leads',
      revision: set,
      subscribed,
      takePage: (after) => countPage(ctx, set, after),
      clock,
      log,
    });
  }

  async function saveMonths(): Promise<boolean> {
    for (const set of await sets.written()) await settleMonths(set, clock.now());
    const { shown } = await sets.state();
    await countSettledMonths(sets.set(shown), clock.now());
    return false;
  }

  async function monthsDueAt(): Promise<Date | null> {
    const { shown, counted } = await sets.state();
    const written = [...new Set([shown, counted ?? shown])].map(sets.set);
    return firstOf(await Promise.all(written.map((set) => nextMonthDueAt(set, clock.now()))));
  }

  function ingest({ shown, counted }: SetState): void {
    isBuilt = shown !== counted;
    if (counted !== null) calm = undefined;
    else if (calm?.shown !== shown) calm = { shown, since: clock.now().getTime(), isSwept: false };
  }

  async function setsDueAt(): Promise<Date | null> {
    const state = await sets.state();
    ingest(state);
    if (calm === undefined || build !== undefined) return clock.now();
    return calm.isSwept ? null : new Date(calm.since + lingerMs);
  }

  async function look(): Promise<boolean> {
    const state = await sets.state();
    const { counted } = state;
    ingest(state);
    if (build !== undefined && build.set !== counted) {
      await build.counting.stop();
      build = undefined;
    }
    if (counted === null) {
      if (calm !== undefined && clock.now().getTime() - calm.since >= lingerMs) {
        await sets.sweep();
        calm.isSwept = true;
      }
      return false;
    }
    build ??= { set: counted, counting: await startCounting(counted) };
    if (!build.counting.isBuilt()) return false;
    await sets.show(counted);
    // From now on its months are used, and those of the replaced set are not.
    return true;
  }

  ctx.figuresWork.start([
    { name: 'sets of figures', nextDueAt: setsDueAt, run: look },
    { name: 'months of figures', nextDueAt: monthsDueAt, run: saveMonths },
  ]);
  return {
    isBuilt: () => isBuilt,
    stop: async () => {
      await ctx.figuresWork.idle();
      await build?.counting.stop();
    },
  };
}
