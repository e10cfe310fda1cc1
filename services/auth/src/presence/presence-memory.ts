import { createTurnstile, type Turnstile } from '../turnstile.js';

/** What this process remembers of presence, between two checks and two events of a call. */
export interface PresenceMemory {
  /** Since when users have had no socket. */
  readonly missingSince: Map<string, number>;
  lastCheckAt?: number;
  /** When a check may find anything that the last one did not; at once where none has come to its end. */
  nextCheckAt: Date | undefined;
  /** Sockets changed, or somebody without one changed presence: the next check is due now. */
  isStale: boolean;
  /** Has the scheduler look whether a check is due. */
  wake: () => void;
  /** The call of each user whose start this process took in last: what goes on of it needs no look whether it was heard. */
  readonly lastStarted: Map<string, string>;
  /** Checks are serialised: each uses the memory of the previous one. */
  readonly turn: Turnstile;
}

export const newPresenceMemory = (): PresenceMemory => ({
  missingSince: new Map(),
  nextCheckAt: undefined,
  isStale: false,
  wake: () => undefined,
  lastStarted: new Map(),
  turn: createTurnstile(1),
});

/** A check may find something that the last one did not. */
export function presenceMayHaveEnded({ presence }: { presence: PresenceMemory }): void {
  presence.isStale = true;
  presence.wake();
}
