import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuProfile, timeBy, type CpuProfile } from './time-by-folder.js';

const lookEveryMs = 50;
const patienceMs = 30_000;
const shown = 12;

/** Profiles of the processes of a system, which preload a module for it. */
export interface Profiles {
  /** What a process of this name preloads. */
  preload(name: string): readonly URL[];
  /** Profiles the processes while some work is done, and reports where each spent its time. */
  during<T>(pids: ReadonlyMap<string, number>, work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Nothing is profiled. */
export const noProfiles: Profiles = {
  preload: () => [],
  during: (_pids, work) => work(),
  close: () => undefined,
};

/** Profiles processes and logs, for each, its milliseconds at work by folder and by function. */
export function processorProfiles(log: (line: string) => void): Profiles {
  const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
  const fileOf = (name: string) => join(folder, `${name}.cpuprofile`);
  const preloaded = new Set<string>();

  async function written(name: string): Promise<CpuProfile> {
    const givesUpAt = Date.now() + patienceMs;
    for (;;) {
      try {
        return cpuProfile.parse(JSON.parse(readFileSync(fileOf(name), 'utf8')));
      } catch (error) {
        // Not there yet, or half of it.
        if (Date.now() > givesUpAt) throw error;
      }
      await pause(lookEveryMs);
    }
  }

  const signal = (pids: ReadonlyMap<string, number>) => {
    for (const [name, pid] of pids) if (preloaded.has(name)) process.kill(pid, 'SIGUSR2');
  };

  return {
    preload: (name) => {
      preloaded.add(name);
      const module = new URL('./profile-on-signal.js', import.meta.url);
      module.searchParams.set('file', fileOf(name));
      return [module];
    },
    during: async (pids, work) => {
      for (const name of preloaded) rmSync(fileOf(name), { force: true });
      signal(pids);
      const result = await work();
      signal(pids);
      for (const name of preloaded) {
        const profile = await written(name);
        for (const what of ['folder', 'function'] as const) {
          const times = timeBy(profile, what);
          const sum = times.reduce((all, [, ms]) => all + ms, 0);
          const most = times.slice(0, shown).map(([place, ms]) => `${place} ${ms.toFixed(0)}`);
          log(`    ${name}, ${sum.toFixed(0)} ms by ${what}: ${most.join(', ')}`);
        }
      }
      return result;
    },
    close: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
