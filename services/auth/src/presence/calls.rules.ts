import type { StoredUser } from '../user/user.model.js';

type Calls = Pick<StoredUser, 'live_call' | 'ended_calls'>;

/** So many ended calls are remembered: a message that is older than so many calls does not come any more. */
const maxEnded = 20;

/** Whether a call that began is news: not the one known already, nor one that is over. */
export function isNewCall({ live_call, ended_calls = [] }: Calls, callId: string): boolean {
  return live_call !== callId && !ended_calls.includes(callId);
}

/** Whether the end of a call ends being in one: where another began since, it does not. */
export function endsBeingInCall({ live_call }: Calls, callId: string): boolean {
  return live_call === callId;
}

/** The ended calls with one more. */
export function withEnded({ ended_calls = [] }: Calls, callId: string): string[] {
  return [...ended_calls.filter((each) => each !== callId), callId].slice(-maxEnded);
}
