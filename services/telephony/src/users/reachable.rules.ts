import type { TelephonyUserDoc } from './user.model.js';

/** Whether somebody takes calls: their device is rung where they are in none. */
export const isReachable = ({
  online,
  active,
  banned,
}: Pick<TelephonyUserDoc, 'online' | 'active' | 'banned'>): boolean =>
  online === 1 && active === 1 && banned === 0;
