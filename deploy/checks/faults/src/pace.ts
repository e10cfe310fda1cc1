export interface Pace {
  /** Duration of an outage: a minute, or less in series of many. */
  outMs: number;
  report: (line: string) => void;
}
