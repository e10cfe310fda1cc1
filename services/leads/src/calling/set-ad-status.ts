import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { findLead } from '../lead/lead.access.js';
import { updatedEvent } from '../lead/lead.events.js';
import type { DialledBy } from '../lead/lead.model.js';
import { writeLead } from '../lead/write-lead.js';
import { isNewerOutcome } from '../lead/ad-status.rules.js';

const maxVersions = 20;

/**
 * Sets how the dialler fared with a lead (dialler.outcome). Nothing that a person may be saving at the time, so a hold
 * does not keep it out; told twice, late, or of a lead that is gone, it changes nothing.
 */
export async function setAdStatus(
  ctx: LeadsContext,
  { lead_id, AD_status, published }: { lead_id: string; AD_status: number; published: DialledBy },
): Promise<void> {
  await retryOnConflict(async () => {
    const stored = await findLead(ctx, lead_id);
    if (stored === undefined || !isNewerOutcome(published, stored.dialled)) return true;
    const versions = [...(stored.dialled?.versions ?? []), stored.version + 1].slice(-maxVersions);
    const after = { ...stored, AD_status, dialled: { ...published, versions }, updatedAt: ctx.clock.now() };
    return writeLead(ctx, 'system', stored, {
      after,
      events: (change) => (stored.AD_status === AD_status ? [] : [updatedEvent(change, ['AD_status'])]),
    });
  });
}
