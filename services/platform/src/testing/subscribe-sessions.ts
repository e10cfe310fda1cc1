import type { Sessions } from '../identity/sessions.js';

/**
 * Lets a service hear of sessions after the clock was moved. A question that was under way by then may have been
 * refused, for its service token had run out with the jump: it is put once more.
 */
export async function subscribeSessions(sessions: Sessions): Promise<void> {
  if (!(await sessions.poll())) await sessions.poll();
}
