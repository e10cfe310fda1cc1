import type { Connection } from 'mongoose';
import { repeat } from '@crm/platform/lifecycle/repeat.js';
import { buildProjection, type ProjectionBuild } from '@crm/platform/projections/build-projection.js';
import type { StatsContext } from '../context.js';
import { countRestedMonths, settleMonths } from '../months/keep-months.js';
import { countPage } from './count-anew.js';

const lookEveryMs = 1_000;
/** How long a set that is shown no more stays for questions that are being answered from it. */
const lingerMs = 30_000;

export interface SetKeeper {
  /** For `createHealth`: whether a set was counted to its end and can be shown. */
  isReady(): boolean;
  stop(): Promise<void>;
}

/**
 * Counts a set whenever one is to be counted, shows it when it is done, and drops what is out of use; keeps what the months
 * come to. Any instance may do it, several at once too: what one has written changes nothing when another writes it.
 */
export function keepSets(
  ctx: StatsContext,
  { connection, subscribed }: { connection: Connection; subscribed: Promise<void> },
): SetKeeper {
  const { sets, clock, log } = ctx;
  let build: { set: number; counting: ProjectionBuild } | undefined;
  let isReady = false;
  let calmSince: number | undefined;

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

  async function keepMonths(): Promise<void> {
    for (const set of await sets.written()) await settleMonths(set, clock.now());
    const { shown } = await sets.state();
    await countRestedMonths(sets.set(shown), clock.now());
  }

  async function look(): Promise<void> {
    const { shown, counted } = await sets.state();
    isReady = shown !== counted;
    if (build !== undefined && build.set !== counted) {
      await build.counting.stop();
      build = undefined;
    }
    if (counted === null) {
      const now = clock.now().getTime();
      calmSince ??= now;
      if (now - calmSince > lingerMs) await sets.sweep();
      return;
    }
    calmSince = undefined;
    build ??= { set: counted, counting: await startCounting(counted) };
    if (!build.counting.isBuilt()) return;
    await sets.show(counted);
    await look();
  }

  const worker = repeat(lookEveryMs, 'figures', look, log);
  const months = repeat(lookEveryMs, 'months', keepMonths, log);
  return {
    isReady: () => isReady,
    stop: async () => {
      await Promise.all([worker.stop(), months.stop()]);
      await build?.counting.stop();
    },
  };
}
