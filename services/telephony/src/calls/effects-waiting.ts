import type { Types } from 'mongoose';
import type { CallDoc, EffectRow } from './call.model.js';

/** An effect that its process has claimed, of the call as that left it. */
export interface Claimed {
  call: CallDoc;
  effect: EffectRow;
}

/** What calls have to do at the carrier, as whoever leaves something to do sees it. */
export interface Effects {
  /** A call has something waiting: look now. */
  wake(callId: Types.ObjectId): void;
  /** Whether an effect of a call may be claimed by the write that asks for it: nothing of the call is under way here. */
  isFree(callId: Types.ObjectId): boolean;
  /** Such a write was made: carries that effect out, and what else the call has waiting. */
  begin(claimed: Claimed): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}
