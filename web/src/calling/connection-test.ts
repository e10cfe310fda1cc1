/** What a test call to the provider measured. */
export interface ConnectionReport {
  /** Averages: opinion score, milliseconds, and percent of packets lost; null where no sound came through. */
  sound: { mos: number; jitter: number; rtt: number; loss: number } | null;
  /** The provider's site that answered, by its name for it. */
  edge: string | null;
  /** The sound goes through a relay (TURN), since a direct way is closed. */
  isRelayed: boolean;
}

/** A test call that is under way. */
export interface ConnectionTest {
  /** Rejects with an error of the provider, by its code. */
  report: Promise<ConnectionReport>;
  /** Ends it; then nothing is reported. */
  stop: () => void;
}

/** Whether the user listens to the test call and speaks in it, or it is silent for them. */
export interface TestManner {
  isAudible: boolean;
}
