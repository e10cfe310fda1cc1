import type { StoredUser } from '../user/user.model.js';

type Calls = Pick<StoredUser, 'live_call' | 'ended_calls'>;

/** How many ended calls are remembered; older messages are assumed not to arrive any more. */
const maxEnded = 20;

/** Whether a started call is new: neither the current one nor one that has ended. */
export function isNewCall({ live_call, ended_calls = [] }: Calls, callId: string): boolean {
  return live_call !== callId && !ended_calls.includes(callId);
}

/** Whether the end of a call takes the user out of a call: not if another has started since. */
export function endsBeingInCall({ live_call }: Calls, callId: string): boolean {
  return live_call === callId;
}

/** The ended calls with one more. */
export function withEnded({ ended_calls = [] }: Calls, callId: string): string[] {
  return [...ended_calls.filter((each) => each !== callId), callId].slice(-maxEnded);
}
