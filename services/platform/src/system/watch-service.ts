import type { Metrics } from '../metrics/metrics.js';
import { watchPart } from '../metrics/part-metrics.js';
import type { Route } from '../http/mount-endpoint.js';
import { partStateOf, type PartDeps } from './part-state.js';
import { systemRoutes, type SystemDeps } from './system.routes.js';

/**
 * Makes a service one that can be watched: its queues, outbox and failed deliveries stand in its metrics, and the calls
 * it answers let admins look at them (contracts/http/system). Throws where the store cannot be reached.
 */
export async function watchService(
  deps: Omit<SystemDeps, 'state'> & { metrics: Metrics } & Pick<
      PartDeps,
      'accountFaults' | 'bulkReadings' | 'signInAttacks' | 'schema'
    >,
): Promise<Route[]> {
  const { service, bus, health, clock, consumers, relay, metrics } = deps;
  const { accountFaults, bulkReadings, signInAttacks, schema } = deps;
  const state = partStateOf({
    part: service,
    bus,
    health,
    clock,
    queues: consumers.consumers,
    ...(accountFaults === undefined ? {} : { accountFaults }),
    ...(bulkReadings === undefined ? {} : { bulkReadings }),
    ...(signInAttacks === undefined ? {} : { signInAttacks }),
    ...(schema === undefined ? {} : { schema }),
    ...(relay === undefined ? {} : { outbox: () => relay.waiting() }),
  });
  watchPart(metrics.registry, state, clock);
  return systemRoutes({ ...deps, state });
}
