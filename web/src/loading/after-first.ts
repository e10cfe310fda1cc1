import type { Session } from '../session/session.js';
import { drawForcedColours } from '../theme/forced-colors.js';
import { fetchAhead } from './fetch-ahead.js';

/** What comes once somebody is signed in and the first page is there. */
export function afterFirst(session: Pick<Session, 'user'>): Promise<void> {
  drawForcedColours();
  return fetchAhead(session);
}
