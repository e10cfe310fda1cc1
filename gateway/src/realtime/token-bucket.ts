import type { Clock } from '@crm/platform/clock.js';

export interface TokenBucket {
  /** Takes one; answers 0, or after how many milliseconds there is one to take. */
  take(): number;
}

/** Lets `perSecond` things through a second, and twice as many at once after a quiet while. */
export function createTokenBucket(perSecond: number, clock: Clock): TokenBucket {
  const most = perSecond * 2;
  let left = most;
  let filledAt = clock.now().getTime();
  return {
    take: () => {
      const now = clock.now().getTime();
      left = Math.min(most, left + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      if (left < 1) return ((1 - left) / perSecond) * 1000;
      left -= 1;
      return 0;
    },
  };
}
