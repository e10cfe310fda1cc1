import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { CallToDial, DiallerCallEnd } from '../calls/dialler-call.js';
import type { DueJobs } from '@crm/platform/jobs/due-jobs.js';
import type { TelephonyContext } from '../context.js';
import type { DiallerModels } from './dialler.model.js';

/** What the dialler needs of calls. */
export interface DiallerCalls {
  /**
   * Rings the guide's device, and once that is there the customer; stores the call whatever becomes of it. Answers why a
   * rule says no to the number. Throws a `CarrierError` where the guide could not be rung.
   */
  place(call: CallToDial): Promise<string | undefined>;
  /** Calls a call off that nobody has answered; one that somebody has goes on, and one that is over stays so. */
  callOff(callId: string): Promise<void>;
  /**
   * Asks the carrier what became of a call and takes it in; what it never heard of has failed. False where no call was
   * ever stored, so that nobody can have been rung: what had been taken for it is free.
   */
  resync(callId: string): Promise<boolean>;
  /** How a call came out; one that was never stored was not placed. */
  endOf(callId: string): Promise<DiallerCallEnd>;
  /** The user's call that is under way. */
  live(userId: string): Promise<LiveCall | null>;
}

export interface DiallerContext extends TelephonyContext, DiallerModels {
  calls: DiallerCalls;
  /** The dials of guides whose dialler is on: woken where the next one became due. */
  nextDials: DueJobs;
}
