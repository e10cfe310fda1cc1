import type { WaitingCaller } from '@crm/contracts/entities/floor.js';
import { hidingLeads } from '../calls/list-calls.js';
import type { TelephonyContext } from '../context.js';
import { waitingDocs } from '../incoming/waiting-calls.js';

/** Who waits for an agent now, on the line or for a callback, in the order of the queue. */
export async function waitingNow(
  ctx: Pick<TelephonyContext, 'callDocs' | 'leadAccess'>,
): Promise<WaitingCaller[]> {
  const docs = await waitingDocs(ctx);
  const hiding = await hidingLeads(ctx, docs);
  return docs.flatMap(({ queue, number, lead_id, lead_name }, index) =>
    queue
      ? {
          number: lead_id !== null && hiding.has(lead_id.toHexString()) ? '' : number,
          lead_name,
          since: queue.since.toISOString(),
          position: index + 1,
          kind: queue.kind === 'caller' ? 'call' : 'callback',
        }
      : [],
  );
}
