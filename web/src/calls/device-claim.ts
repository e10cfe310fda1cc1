/** Which window of a browser has the calling device: with two of them a call would be answered twice. */
export interface DeviceClaim {
  /**
   * Gives what releases it again; undefined where another window has it, or the wait was given up. `onLost` is told
   * when another window took it over.
   */
  take(how: 'if-free' | 'wait' | 'migration', onLost: () => void): Promise<(() => void) | undefined>;
  /** Gives up a wait. */
  giveUp: () => void;
}

/** Without locks in the browser every window has a device of its own. */
const free: DeviceClaim = {
  take: () => Promise.resolve(() => undefined),
  giveUp: () => undefined,
};

export function createDeviceClaim(userId: string): DeviceClaim {
  if (!('locks' in navigator)) return free;
  let waiting: AbortController | undefined;
  return {
    take: (how, onLost) => {
      const waits = how === 'wait' ? new AbortController() : undefined;
      waiting = waits ?? waiting;
      const options: LockOptions =
        how === 'if-free'
          ? { ifAvailable: true }
          : how === 'migration'
            ? { steal: true }
            : { ...(waits && { signal: waits.signal }) };
      return new Promise((resolve) => {
        let isHeld = false;
        navigator.locks
          .request(`calling-device:${userId}`, options, (lock) => {
            if (!lock) {
              resolve(undefined);
              return undefined;
            }
            isHeld = true;
            return new Promise<void>((release) => {
              resolve(() => {
                isHeld = false;
                release();
              });
            });
          })
          .catch(() => {
            if (isHeld) onLost();
            else resolve(undefined);
          });
      });
    },
    giveUp: () => {
      waiting?.abort();
      waiting = undefined;
    },
  };
}
