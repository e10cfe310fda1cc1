import type { Session } from '../session/session.js';
import { idle, pause } from './idle.js';
import { partsAhead } from './lazy-part.js';

/** The first page and its data go before. */
const quietMs = 2_000;
const retryMs = 30_000;

/**
 * Fetches what the signed-in person may open, one part at a time and only while the browser has nothing else to do, so that
 * it is there when the connection is not.
 */
export async function fetchAhead(session: Pick<Session, 'user'>): Promise<void> {
  await pause(quietMs);
  for (;;) {
    await idle();
    const user = session.user();
    if (!user) return;
    const next = [...partsAhead].find(([, isFor]) => isFor(user));
    if (!next) return;
    const [load, isFor] = next;
    partsAhead.delete(load);
    try {
      await load();
    } catch {
      // Whoever opens it meanwhile waits for it; here it is tried again when there may be a connection.
      partsAhead.set(load, isFor);
      await pause(retryMs);
    }
  }
}
