import { z } from 'zod';
import { callDirection, callKind, type LiveCall } from '@crm/contracts/entities/telephony.js';
import { createWindowMemory, type WindowMemory } from './window-memory.js';

/** The call that a window was in, as it is remembered beyond the page. */
const rememberedCall = z.object({
  user_id: z.string(),
  /** The server's id; null while it had not told of the call. */
  id: z.string().nullable(),
  leadId: z.string().nullable(),
  name: z.string(),
  number: z.string(),
  kind: callKind,
  direction: callDirection,
});
export type RememberedCall = z.infer<typeof rememberedCall>;

/** Where the call of this window is remembered while it goes on: there, a page that is reloaded in it finds it. */
export type CallMemory = WindowMemory<RememberedCall>;

export const createCallMemory = (storage: Storage): CallMemory =>
  createWindowMemory(storage, 'call.here', rememberedCall);

interface Setting {
  memory: CallMemory;
  userId: string;
  /** Whether a window of this browser has the calling device: then the call may be going on there. */
  isTaken: () => Promise<boolean>;
  /** Has the server end a call. */
  end: (callId: string) => void;
  onEnded: (call: RememberedCall) => void;
  pause: (ms: number) => Promise<void>;
}

/** How long the end of the call is waited for: it went with its page, which the provider may not know yet. */
const endsByItselfMs = 5_000;

/**
 * The call in which the page was reloaded. Its connection went with the page, and a call without its agent is over by the
 * rules of calls: its end is waited for, or brought about, and told once. A window that was copied from another
 * remembers the other one's call, which goes on there.
 */
export function createReloadedCall({ memory, userId, isTaken, end, onEnded, pause }: Setting) {
  let lost = memory.recall(userId);
  let isWaiting = false;
  // Asked for before this window takes the device itself.
  const isElsewhere = lost ? isTaken() : Promise.resolve(false);

  const isIt = (call: LiveCall) => call.id === lost?.id || (lost?.id === null && call.number === lost.number);

  const ended = async (was: RememberedCall) => {
    if (lost !== was) return;
    lost = undefined;
    memory.forget();
    if (!(await isElsewhere)) onEnded(was);
  };
  const wait = async (was: RememberedCall, callId: string) => {
    if (isWaiting || (await isElsewhere)) return;
    isWaiting = true;
    await pause(endsByItselfMs);
    if (lost === was) end(callId);
  };

  return {
    /** The server's live call of the user, or that there is none. */
    read: (call: LiveCall | null) => {
      if (!lost) return;
      if (call !== null && call.state !== 'ended' && isIt(call)) void wait(lost, call.id);
      else void ended(lost);
    },
    /** The server tells of a change of a call. */
    changed: (call: LiveCall) => {
      if (lost && call.state === 'ended' && isIt(call)) void ended(lost);
    },
  };
}
