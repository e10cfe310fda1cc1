import { isOver, legRank } from './leg.rules.js';
import type { CallInput, CallSnapshot, Leg } from './reduce-call.rules.js';

/** Whether a line is known to have come as far, under this id. */
const cameAsFar = (leg: Leg | undefined, sid: string | null, status: Leg['status']): boolean =>
  leg !== undefined && leg.sid !== null && leg.sid === sid && legRank(leg.status) >= legRank(status);

function isOldOfConference(
  call: Pick<CallSnapshot, 'conferenceSid' | 'conferenceEnded' | 'holdSequence' | 'legs'>,
  { event, conferenceSid, sequence, role, sid }: Extract<CallInput, { is: 'conference' }>,
): boolean {
  if (call.conferenceSid !== conferenceSid) return false;
  if (event === 'conference-end') return call.conferenceEnded;
  if (role === null) return true;
  const leg = call.legs[role];
  switch (event) {
    case 'participant-join':
      return leg?.joined === true && cameAsFar(leg, sid, 'in-progress');
    case 'participant-leave':
      return leg !== undefined && leg.sid === sid && isOver(leg.status);
    case 'participant-hold':
    case 'participant-unhold':
      return sequence <= call.holdSequence;
    default:
      return true;
  }
}

/**
 * Whether a fact is behind what is known of a call, so that it changes nothing of the call as it stands, nor of what anybody
 * made of it since: lines only go on, a conference is one, and hold goes by its numbers. Of other facts it is not known.
 */
export function isOldNews(call: CallSnapshot, input: CallInput): boolean {
  if (input.is === 'conference') return isOldOfConference(call, input);
  if (input.is !== 'leg') return false;
  const leg = call.legs[input.role];
  return (
    cameAsFar(leg, input.sid, input.status) && (input.duration === null || (leg?.duration ?? null) !== null)
  );
}
