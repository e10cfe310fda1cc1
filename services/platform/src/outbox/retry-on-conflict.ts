import { unavailable } from '../errors/app-error.js';

/** How often a change is tried anew when somebody else's write came between: more means a fault, not a crowd. */
const maxTries = 20;

/**
 * Reads, decides and writes until no other write comes between. `attempt` answers undefined to be asked again; it reads
 * anew each time, so that its refusals are about the record as it stands. `what` begins the sentence of the 503 where
 * that never ends: 'This lead'.
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T | undefined>,
  what = 'This lead',
): Promise<T> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw unavailable(`${what} is changing too fast, please try again`);
}
