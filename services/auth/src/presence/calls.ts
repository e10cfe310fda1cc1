import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import { endsBeingInCall, isNewCall, withEnded } from './calls.rules.js';
import { changePresence } from './change-presence.js';

/**
 * A call of a user began: an online agent is offline until it ends, the switch stays as it is (rule C3). Told
 * twice, or after its end, it changes nothing.
 */
export async function callBegan(ctx: AuthContext, userId: string, callId: string): Promise<void> {
  await changePresence(ctx, 'system', userId, { field: 'in_call', value: 1 }, (user) =>
    isNewCall(user, callId) ? { set: { live_call: callId } } : 'skip',
  );
}

/**
 * A call of a user is over: who was online before it is so again, unless the switch was turned off or the last window
 * closed meanwhile. The end of an earlier call does not end the one that goes on.
 */
export async function callIsOver(ctx: AuthContext, userId: string, callId: string): Promise<void> {
  const user = await changePresence(ctx, 'system', userId, { field: 'in_call', value: 0 }, (stored) =>
    endsBeingInCall(stored, callId)
      ? { set: { ended_calls: withEnded(stored, callId) }, unset: ['live_call'] }
      : 'skip',
  );
  if (user.ended_calls?.includes(callId)) return;
  // Its start may still come, late: it must not take online away for good.
  await changeUser(ctx, 'system', userId, (stored) => ({
    set: { ended_calls: withEnded(stored, callId) },
    eventsOf: () => [],
  }));
}
