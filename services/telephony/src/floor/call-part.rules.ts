import type { CallDoc } from '../calls/call.model.js';
import { isCalled } from '../calls/colleague.rules.js';

/** What of a call says who is in it, and since when. */
type CallParts = Pick<
  CallDoc,
  | 'direction'
  | 'kind'
  | 'state'
  | 'outcome'
  | 'user_id'
  | 'second'
  | 'colleague'
  | 'startedAt'
  | 'answeredAt'
  | 'connectedAt'
  | 'endedAt'
>;

/** When somebody was in a call; `to` is null while they are. */
export interface CallPart {
  from: Date;
  to: Date | null;
}

/**
 * When a call takes up whoever has it: one that goes out from the start, one that comes in once it is taken, one of the
 * dialler once the customer answers. Null before, and for one that a rule did not let out.
 */
function beganAt({ direction, kind, outcome, startedAt, answeredAt, connectedAt }: CallParts): Date | null {
  if (outcome === 'refused') return null;
  if (kind === 'dialler') return answeredAt;
  return direction === 'inbound' ? connectedAt : startedAt;
}

/**
 * Since when and until when a user is in a call, as far as it says: undefined where they are not and were not.
 * `knownFrom`: since when they were known to be in it; `at`: when what is asked about happened, for a second party, whose
 * times a call does not have.
 */
export function partInCall(
  call: CallParts,
  userId: string,
  knownFrom: Date | undefined,
  at: Date,
): CallPart | undefined {
  const isOwner = call.user_id?.toHexString() === userId;
  // A colleague who was called is in it from the moment that they took it.
  const wasCalled = isCalled(call, userId) && call.connectedAt !== null;
  const isJoined = call.second?.user_id === userId && call.second.state === 'on';
  const isIn = call.state !== 'ended' && (isOwner || isJoined || wasCalled);
  const began = isOwner ? beganAt(call) : wasCalled ? call.connectedAt : isJoined ? at : null;
  const from = knownFrom ?? began;
  if (from === null) return undefined;
  if (isIn) return { from, to: null };
  if (knownFrom === undefined && !isOwner && !wasCalled) return undefined;
  // Whoever left a call that goes on did so now.
  return { from, to: call.state === 'ended' ? (call.endedAt ?? at) : at };
}
