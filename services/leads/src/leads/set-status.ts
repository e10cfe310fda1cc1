import { afterStatusSaved, type SavableStatus } from '@crm/contracts/codes/statuses.js';
import { leadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import { untilWritten } from '@crm/platform/outbox/until-written.js';
import type { LeadsContext } from '../context.js';
import { statusWasSaved } from '../work/status-saved.js';
import { changeableLead, type Delivery } from './lead.access.js';
import { isPerson } from './lead.policy.js';
import { statusChangedEvent, updatedEvent, type Doer } from './lead.events.js';
import { withDerived } from './new-lead.js';
import { stamped, viewOf, writeLead } from './write-lead.js';

interface StatusInput extends Delivery {
  lead_id: string;
  status: SavableStatus;
}

/**
 * Saves a status; any but newLead may follow any, and the same one again counts as saved (lead-work section 4). Whoever works the
 * lead may complete it from now on. Answers the row and whether the follow-up dialog comes next. Held by somebody else:
 * 423, an admin's too.
 */
export async function setStatus(
  ctx: LeadsContext,
  doer: Doer,
  { lead_id, status, delivery }: StatusInput,
): Promise<{ lead: LeadRow; next: 'follow-up' | 'complete' }> {
  const lead = await untilWritten(async () => {
    const { lead: stored, hold, isRepeat } = await changeableLead(ctx, doer, lead_id, delivery);
    if (isRepeat) return viewOf(ctx, stored, hold);
    const isRawNoMore = isPerson(doer) && stored.empty === 1;
    const after = withDerived(
      { ...stored, status, empty: isRawNoMore ? 0 : stored.empty },
      ctx.carrierNames.of,
    );
    return writeLead(ctx, doer, stored, hold, {
      after: stamped(after, doer, ctx.clock.now(), delivery),
      events: (change) => [
        ...(isRawNoMore ? [updatedEvent(change, ['empty'])] : []),
        statusChangedEvent(change, stored.status),
      ],
    });
  });
  await statusWasSaved(ctx, lead_id);
  return { lead: leadRow.parse(lead), next: afterStatusSaved(status) };
}
