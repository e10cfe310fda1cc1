import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import type { TelephonyContext } from '../context.js';
import type { DiallerModels } from './dialler.model.js';

/** A call that the dialler wants placed. */
export interface DiallerCall {
  /** The call's own id: the attempt, the carrier's webhooks and every event bear it. */
  call_id: string;
  guide_id: string;
  lead: LeadToCall;
  number: string;
  /** What is left on a machine; undefined where nothing may be. */
  voicemail: string | undefined;
}

/** What the dialler needs of calls. */
export interface DiallerCalls {
  /** Places the call and stores it, whatever becomes of it. Throws a `CarrierError`. */
  place(call: DiallerCall): Promise<void>;
  /** Calls a call off that is queued or rings; one that somebody answered goes on, and one that is over stays so. */
  callOff(callId: string): Promise<void>;
  /**
   * Asks the carrier what became of a call and takes it in; what it never heard of has failed. False where no call was
   * ever stored, so that nobody can have been rung: what had been taken for it is free.
   */
  resync(callId: string): Promise<boolean>;
  /** Whether the carrier took the call, as far as anybody knows. */
  wasPlaced(callId: string): Promise<boolean>;
  /** The user's call that is under way. */
  live(userId: string): Promise<LiveCall | null>;
}

export interface DiallerContext extends TelephonyContext, DiallerModels {
  calls: DiallerCalls;
}
