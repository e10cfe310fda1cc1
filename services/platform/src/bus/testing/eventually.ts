import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 10;

/** Waits until a condition holds, looking at it again and again; throws when it never does. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  patienceMs = 60_000,
): Promise<void> {
  const givesUpAt = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > givesUpAt)
      throw new Error(`Not so within ${String(patienceMs)} ms: ${condition.toString()}`);
    await pause(lookEveryMs);
  }
}
