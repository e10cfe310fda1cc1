import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 60_000;

/** Asks until the answer is there; throws with `what` where it does not come. */
export async function until<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const givesUpAt = Date.now() + patienceMs; Date.now() < givesUpAt; await pause(20)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`It did not come to this: ${what}`);
}
