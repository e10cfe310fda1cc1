/** So many events a gateway knows again: more than a broker delivers anew when a connection is cut. */
const remembered = 10_000;

export interface RecentIds {
  /** Whether an id comes for the first time, as far back as is remembered. */
  isNew(id: string): boolean;
}

/** Remembers the ids of the last events, so that one delivered twice to this gateway is told once. */
export function createRecentIds(most = remembered): RecentIds {
  const ids = new Set<string>();
  return {
    isNew: (id) => {
      if (ids.has(id)) return false;
      ids.add(id);
      // A set keeps the order of adding: the first is the oldest.
      for (const oldest of ids) {
        if (ids.size <= most) break;
        ids.delete(oldest);
      }
      return true;
    },
  };
}
