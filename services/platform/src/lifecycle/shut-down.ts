import type { Logger } from '../log/logger.js';

/** What a service has to put down, each as far as it has one. */
export interface ShutDownSteps {
  /** Readiness turns 503, so that nothing new is sent here. */
  readiness?: () => void;
  /** No new requests or sockets; those under way finish. */
  http?: () => Promise<void>;
  /** No new messages; handlers under way finish. */
  consumers?: () => Promise<void>;
  /** Timers and work of the service's own: leases, polls, imports. */
  work?: () => Promise<void>;
  /** What is in the outbox goes out. */
  relay?: () => Promise<void>;
  bus?: () => Promise<void>;
  /** Audit entries that wait are stored. */
  audit?: () => Promise<void>;
  store?: () => Promise<void>;
  /** What was traced goes out. */
  tracing?: () => Promise<void>;
}

const order = [
  'readiness',
  'http',
  'consumers',
  'work',
  'relay',
  'bus',
  'audit',
  'store',
  'tracing',
] as const satisfies readonly (keyof ShutDownSteps)[];

/**
 * Puts a service down in the one order in which nothing is lost (style 2.5), whatever order the steps are given in.
 * A step that fails does not keep the later ones from being done; then all failures are thrown together.
 */
export async function shutDown(steps: ShutDownSteps, log: Logger): Promise<void> {
  const failures: Error[] = [];
  for (const name of order) {
    try {
      await steps[name]?.();
    } catch (error) {
      failures.push(new Error(`${name} could not be stopped`, { cause: error }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The service did not shut down cleanly');
  log.info('stopped');
}
