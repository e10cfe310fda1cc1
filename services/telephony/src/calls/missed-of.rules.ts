import type { CallToMiss } from '../missed/miss-call.js';
import type { CallDoc } from './call.model.js';
import { isCallback } from './queue.rules.js';

/** A call that nobody took, as it is missed. */
export const missedOf = (call: CallDoc): CallToMiss => ({
  call_id: call._id.toHexString(),
  number: call.number,
  called: call.own_number,
  lead_id: call.lead_id?.toHexString() ?? null,
  lead_name: call.lead_name,
  user_id: (call.user_id ?? call.owner_id)?.toHexString() ?? null,
  callback: isCallback(call.queue),
  direction: call.direction,
});
