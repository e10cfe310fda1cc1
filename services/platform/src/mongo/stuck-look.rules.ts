/** How often a store answers others before a look at it that began earlier counts as one that never ends. */
const answersBeforeStuck = 3;

/** Which of a driver's looks at its servers go on, and which never will. */
export interface Looks {
  /** The driver looks at a server. */
  began(address: string): void;
  /** It knows how the server is, or that it cannot be reached: either way it goes on looking. */
  ended(address: string): void;
  /** Somebody else asked the store and was answered. */
  othersAnswered(): void;
  /** The store answers others while a look of the driver's, as old as several such answers, is still without one. */
  readonly isStuck: boolean;
}

/**
 * Judges a driver by its progress and not by a clock: a slow store is as slow to others, and each look that ends, however
 * it ends, shows that the driver still looks.
 */
export function watchLooks(): Looks {
  /** By server, how often others were answered since the look began. */
  const open = new Map<string, number>();
  return {
    began: (address) => {
      open.set(address, 0);
    },
    ended: (address) => {
      open.delete(address);
    },
    othersAnswered: () => {
      for (const [address, answers] of open) open.set(address, answers + 1);
    },
    get isStuck() {
      return [...open.values()].some((answers) => answers >= answersBeforeStuck);
    },
  };
}
