/** Which window of a browser has the calling device: with two, a call would be answered twice. */
export interface DeviceClaim {
  /**
   * Resolves to its release function; undefined if another window has it, or the wait was cancelled. `onLost` is
   * called when another window takes it over.
   */
  take(how: 'if-free' | 'wait' | 'migration', onLost: () => void): Promise<(() => void) | undefined>;
  /** Cancels a wait. */
  giveUp: () => void;
  /** Whether a window of this browser has it, this one or another. */
  isTaken: () => Promise<boolean>;
}

/** Without the Web Locks API every window has its own device. */
const free: DeviceClaim = {
  take: () => Promise.resolve(() => undefined),
  giveUp: () => undefined,
  isTaken: () => Promise.resolve(false),
};

export function createDeviceClaim(userId: string): DeviceClaim {
  if (!('locks' in navigator)) return free;
  let waiting: AbortController | undefined;
  const name = `calling-device:${userId}`;
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
          .request(name, options, (lock) => {
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
    isTaken: async () => {
      const { held = [] } = await navigator.locks.query();
      return held.some((lock) => lock.name === name);
    },
  };
}
