/** More than a broker delivers anew when a connection is cut, and than are under way between two services at once. */
const remembered = 10_000;

export interface RecentIds {
  /** Whether it was added, and is remembered still. */
  has(id: string): boolean;
  /** Remembers it, and forgets the oldest of too many. */
  add(id: string): void;
}

/**
 * Remembers the ids of the last things that this process has dealt with, so that one that comes again is known.
 *
 * @param most how many are remembered: 10,000 unless told
 */
export function createRecentIds(most = remembered): RecentIds {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add: (id) => {
      ids.add(id);
      // A set keeps the order of adding: the first is the oldest.
      for (const oldest of ids) {
        if (ids.size <= most) break;
        ids.delete(oldest);
      }
    },
  };
}
