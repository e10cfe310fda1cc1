import { noProfiles, processorProfiles } from '../profile/profiles.js';
import type { DayFlags } from './day-flags.js';
import { openEnvironment, type EnvironmentOptions } from './environment.js';
import { runDay } from './run-day.js';
import { staffEnvironment } from './staff.js';
import { reportDay } from './report-day.js';

const password = 'measured copper lantern';

export interface DayOptions extends DayFlags, Omit<EnvironmentOptions, 'password' | 'preload'> {
  /** Where each process of separate ones spent its time while people were at work. */
  isProfiled: boolean;
  log: (line: string) => void;
}

/**
 * A mixed day: agents list, open, save, call and text at a human pace, customers reply, an admin uploads files, all
 * through the gateways. Prints the duration of each kind of action with its limit, and checks that everything
 * acknowledged is stored. Fails if a figure misses its limit.
 */
export async function benchDay(options: DayOptions): Promise<void> {
  const { log, agents, leads, minutes } = options;
  const started = performance.now();
  const profiles = options.isProfiled ? processorProfiles(log) : noProfiles;
  const environment = await openEnvironment({
    ...options,
    password,
    preload: (name) => profiles.preload(name),
  });
  // The broker would otherwise keep them.
  process.once('SIGINT', () => {
    void environment.close().finally(() => process.exit(130));
  });
  try {
    const form =
      environment.brokerUrl === undefined
        ? 'all services in one process on its own bus'
        : `${String(options.gateways)} gateways and ${String(options.replicas)} of each service, on RabbitMQ and Redis`;
    log(
      `${String(agents)} agents, ${String(leads)} leads, ${String(minutes)} minutes, seed ${String(options.seed)}; ${form}`,
    );
    const staff = await staffEnvironment(environment, { agents, leads, password, log });
    log(`the environment is ready after ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    const reported = await profiles.during(environment.pids(), () => runDay(environment, staff, options));
    const failed = await reportDay(environment, reported, log);
    if (failed > 0) throw new Error(`The day: ${String(failed)} figures missed their limit`);
  } finally {
    await environment.close();
    profiles.close();
  }
}
