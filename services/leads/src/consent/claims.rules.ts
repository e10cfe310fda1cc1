const minute = 60_000;
const hour = 60 * minute;

/** How long a certificate that is being asked for is left to whoever asks: longer than two of a consent take. */
export const claimLeaseMs = minute;

/** TrustedForm drops a certificate that nobody claimed within three days. */
export const claimsEndMs = 72 * hour;

const longestMs = 6 * hour;

/** How long to wait after so many failures in a row: a minute, and twice as long each time, up to six hours. */
export const claimDelayMs = (failures: number): number =>
  Math.min(minute * 2 ** (Math.max(failures, 1) - 1), longestMs);
