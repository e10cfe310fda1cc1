/** What somebody opened and cannot be loaded for lack of a connection. */
let waiting = 0;
const listeners = new Set<() => void>();
const addWaiting = (count: number) => {
  waiting += count;
  for (const listener of listeners) listener();
};

export const waitingParts = {
  count: () => waiting,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The pause before a part is asked for again: doubled each time, up to a quarter of a minute, spread by a fifth. */
const pauseMs = (tries: number) => Math.min(500 * 2 ** tries, 15_000) * (0.9 + 0.2 * Math.random());

/** Over after the pause, and as soon as the network is back. */
const backoff = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });

const isServerThere = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads a part of the application, and retries with backoff for as long as the server is out of reach. Rejects when the
 * server is there and the part is not, as after a new version was rolled out. Nobody waits for what is loaded ahead.
 */
export async function loadPart<M>(
  load: () => Promise<M>,
  { isAhead = false, isReachable = isServerThere } = {},
): Promise<M> {
  let isWaiting = false;
  try {
    for (let tries = 0, wasReachable = false; ; tries += 1) {
      try {
        return await load();
      } catch (error) {
        if (wasReachable) throw error;
      }
      wasReachable = await isReachable();
      if (wasReachable) continue;
      if (!isWaiting && !isAhead) {
        isWaiting = true;
        addWaiting(1);
      }
      await backoff(pauseMs(tries));
    }
  } finally {
    if (isWaiting) addWaiting(-1);
  }
}
