import type { WaitingCaller } from '@crm/contracts/entities/floor.js';
import type { TelephonyContext } from '../context.js';

/** Who waits for an agent now, in the order of the queue. Without a queue a caller rings or is missed, and nobody waits. */
export function waitingNow(_ctx: Pick<TelephonyContext, 'callDocs' | 'clock'>): Promise<WaitingCaller[]> {
  return Promise.resolve([]);
}
