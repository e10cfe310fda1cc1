import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import type { StoredUser } from '../user/user.model.js';
import { endsBeingInCall, isNewCall, withEnded } from './calls.rules.js';
import { changePresence } from './change-presence.js';

/**
 * A user's call started: an online agent is offline until it ends; the switch stays as it is (rule C3). Idempotent,
 * also after the call has ended.
 */
export async function callBegan(ctx: AuthContext, userId: string, callId: string): Promise<void> {
  await changePresence(ctx, 'system', userId, { field: 'in_call', value: 1 }, (user) =>
    isNewCall(user, callId) ? { set: { live_call: callId } } : 'skip',
  );
  ctx.presence.lastStarted.set(userId, callId);
}

/**
 * The same by an event of a call that goes on. Mostly its start was heard: by this process, which then asks nobody, or by
 * another, and one look shows it.
 */
export async function callGoesOn(ctx: AuthContext, userId: string, callId: string): Promise<void> {
  if (ctx.presence.lastStarted.get(userId) === callId) return;
  const known = await ctx.models.users.findById(userId, { live_call: 1, ended_calls: 1 }).lean<StoredUser>();
  if (known !== null && !isNewCall(known, callId)) return;
  await callBegan(ctx, userId, callId);
}

/**
 * A user's call ended: a user who was online before is online again, unless the switch was turned off or the last
 * window closed meanwhile. The end of an earlier call does not end the current one.
 */
export async function callIsOver(ctx: AuthContext, userId: string, callId: string): Promise<void> {
  const user = await changePresence(ctx, 'system', userId, { field: 'in_call', value: 0 }, (stored) =>
    endsBeingInCall(stored, callId)
      ? { set: { ended_calls: withEnded(stored, callId) }, unset: ['live_call'] }
      : 'skip',
  );
  if (user.ended_calls?.includes(callId)) return;
  // Its start event may still arrive late and must not leave the user offline.
  await changeUser(ctx, 'system', userId, (stored) => ({
    set: { ended_calls: withEnded(stored, callId) },
    eventsOf: () => [],
  }));
}
