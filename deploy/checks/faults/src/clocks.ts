import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 10_000;

/** Adjustable machine clocks for the first process of each service. */
export interface Clocks {
  /** The module preloaded by a process with an adjustable clock. */
  preload(name: string): readonly URL[];
  /** Sets them ahead by milliseconds, or back if negative. */
  set(aheadMs: number): void;
  remove(): void;
}

export function makeClocks(): Clocks {
  const folder = mkdtempSync(join(tmpdir(), 'clocks-'));
  const file = join(folder, 'ahead-ms');
  const module = new URL('./jumping-clock.js', import.meta.url);
  module.searchParams.set('file', file);
  return {
    preload: (name) => (name.endsWith('-1') ? [module] : []),
    set: (aheadMs) => {
      writeFileSync(file, String(aheadMs));
    },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when a process reports this clock skew; without it, no fault was injected. */
export async function clockIsOff(port: number, aheadMs: number): Promise<void> {
  const givesUpAt = Date.now() + patienceMs;
  while (Date.now() < givesUpAt) {
    const metrics = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
    const [, said] = /^clock_machine_ahead_seconds\S* (\S+)$/m.exec(metrics) ?? [];
    if (Math.abs(Number(said) * 1_000 - aheadMs) < 5_000) return;
    await pause(100);
  }
  throw new Error(`No clock is off by ${String(aheadMs)} ms`);
}
