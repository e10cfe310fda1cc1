/** The state of a navigation by which the application itself takes somebody away: an unfinished lead does not hold it up. */
export const sentAway = { isSentAway: true } as const;

/** Whether a location's state says so. */
export const isSentAway = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isSentAway' in state;
