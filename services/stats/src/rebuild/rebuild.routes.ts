import { rebuildState, rebuildStatistic } from '@crm/contracts/http/stats.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { info } from '@crm/platform/http/outcomes.js';
import type { StatsContext } from '../context.js';

/** The calls that rebuild the figures. */
export function rebuildRoutes({
  sets,
  figuresWork,
  log,
}: Pick<StatsContext, 'sets' | 'figuresWork' | 'log'>): Route[] {
  return [
    route(rebuildStatistic, async (actor) => {
      const isNew = await sets.begin();
      if (isNew) log.info({ actorId: actor.id }, 'rebuilding the figures');
      figuresWork.wake();
      const message = isNew ? 'Rebuilding the figures' : 'The figures are already being rebuilt';
      return { ...info(message), state: 'building' as const };
    }),
    route(rebuildState, async () => ({
      state: (await sets.state()).counted === null ? ('ready' as const) : ('building' as const),
    })),
  ];
}
