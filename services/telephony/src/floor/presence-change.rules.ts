import type { TelephonyUserDoc } from '../users/user.model.js';

type Known = Pick<TelephonyUserDoc, 'online' | 'active' | 'in_call'>;
type Presence = Known & Pick<TelephonyUserDoc, 'AD_Status' | 'away_reason'>;

/** Whether somebody takes calls, but for the one that they are in: auth has them offline while it goes on. */
export const takesCalls = ({ online, active, in_call }: Partial<Known>): boolean =>
  active === 1 && (online === 1 || in_call === 1);

/**
 * Whether the floor has nothing to learn from a presence: who begins or ends a call is offline or online by it, and the call
 * tells so itself. `before` is undefined where this presence was known already, from a delivery that may have ended midway.
 */
export const isSameOnFloor = (before: Partial<Presence> | undefined, after: Presence): boolean =>
  before !== undefined &&
  takesCalls(before) === takesCalls(after) &&
  before.AD_Status === after.AD_Status &&
  (before.away_reason ?? null) === (after.away_reason ?? null);
