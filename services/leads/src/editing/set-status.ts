import { afterStatusSaved, type SavableStatus } from '@crm/contracts/codes/statuses.js';
import { leadRowOf, type LeadRow } from '@crm/contracts/entities/lead.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { statusWasSaved } from '../work/status-saved.js';
import { changeableLead, type Delivery } from '../lead/lead.access.js';
import { isPerson } from '../lead/lead.policy.js';
import { statusChangedEvent, updatedEvent, type EventActor } from '../lead/lead.events.js';
import { withDerived } from '../lead/new-lead.js';
import { changedFields } from '../lead/read-input.rules.js';
import { stamped, viewOf, writeLead } from '../lead/write-lead.js';

interface StatusInput extends Delivery {
  lead_id: string;
  status: SavableStatus;
}

/**
 * Saves a status; any but newLead may follow any, and the same one again counts as saved (rule L2). Whoever works the
 * lead may complete it from now on. Answers the row and whether the follow-up dialog comes next. Held by somebody else:
 * 423, an admin's too.
 */
export async function setStatus(
  ctx: LeadsContext,
  actor: EventActor,
  { lead_id, status, delivery }: StatusInput,
): Promise<{ lead: LeadRow; next: 'follow-up' | 'complete' }> {
  const lead = await retryOnConflict(async () => {
    const { lead: stored, isRepeat } = await changeableLead(ctx, actor, lead_id, delivery);
    if (isRepeat) return viewOf(ctx, stored);
    const isRawNoMore = isPerson(actor) && stored.empty === 1;
    const after = withDerived(
      { ...stored, status, empty: isRawNoMore ? 0 : stored.empty },
      ctx.carrierNames.of,
    );
    return writeLead(ctx, actor, stored, {
      after: stamped(after, actor, ctx.clock.now(), delivery),
      events: (change) => [
        statusChangedEvent(change, stored.status),
        updatedEvent(change, changedFields(stored, after)),
      ],
    });
  });
  await statusWasSaved(ctx, lead_id);
  return { lead: leadRowOf(lead), next: afterStatusSaved(status) };
}
