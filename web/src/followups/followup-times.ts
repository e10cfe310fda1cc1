import { shownDayAt } from '../leads/lead/local-time.js';

/** By which clock a time is shown. */
interface ShownTimes {
  /** By the customer's clock, or one's own where nobody knows theirs. */
  time: string;
  isTheirs: boolean;
  /** By one's own clock. */
  own: string;
}

/** The time of a follow-up on both ends of the line; `zones`: where the customer may live. */
export function shownTimes(datetime: string, zones: readonly string[]): ShownTimes {
  const instant = new Date(datetime);
  const own = shownDayAt([Intl.DateTimeFormat().resolvedOptions().timeZone], instant);
  const isTheirs = zones.length > 0;
  return { time: isTheirs ? shownDayAt(zones, instant) : own, isTheirs, own };
}
