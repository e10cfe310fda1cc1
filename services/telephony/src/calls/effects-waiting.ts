import type { Types } from 'mongoose';

/** What calls have to do at the carrier, as whoever leaves something to do sees it. */
export interface Effects {
  /** A call has something waiting: look now. */
  wake(callId: Types.ObjectId): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}
