import { Types } from 'mongoose';
import type { z } from 'zod';
import type { EndingLicence, licenceExpiring } from '@crm/contracts/bus/licence-events.js';
import { stateName } from '@crm/contracts/codes/states.js';
import { shownDate } from '@crm/contracts/time/pacific.js';
import type { ToKnow } from './notify.js';

const lineNames = { life: 'Life', health: 'Health' } as const;

/** What is said of licences that end: of one which, of several how many. Short, for a menu shows 47 characters. */
export function endingSentence(licences: readonly EndingLicence[]): string {
  const [first, ...others] = licences.toSorted((a, b) => (a.until < b.until ? -1 : 1));
  if (first === undefined) return '';
  const hasEnded = licences.every(({ days }) => days === 0);
  if (others.length === 0) {
    const what = `${lineNames[first.line]} licence for ${stateName(first.state)}`;
    return `${what} ${hasEnded ? 'ended on' : 'ends on'} ${shownDate(first.until)}`;
  }
  const count = `${String(licences.length)} licences`;
  return hasEnded ? `${count} have ended` : `${count} end soon, the first on ${shownDate(first.until)}`;
}

/** The same warning for the agent and for the admins, once for each event. */
export function licenceNotices(
  eventId: string,
  { user_id, fullname, licences }: z.output<(typeof licenceExpiring)['data']>,
): ToKnow[] {
  const agent = new Types.ObjectId(user_id);
  const notice = {
    type: 'licence',
    about: agent,
    lead_id: null,
    lead_name: fullname,
    body: endingSentence(licences),
  } as const;
  return [
    { ...notice, occasion: eventId, user_id: agent },
    { ...notice, occasion: `${eventId} admins`, user_id: null },
  ];
}
