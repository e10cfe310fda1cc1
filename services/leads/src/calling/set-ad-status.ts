import { untilWritten } from '@crm/platform/outbox/until-written.js';
import type { LeadsContext } from '../context.js';
import { liveHold } from '../holds/live-holds.js';
import { findLead } from '../leads/lead.access.js';
import { updatedEvent } from '../leads/lead.events.js';
import type { DialledBy } from '../leads/lead.model.js';
import { writeLead } from '../leads/write-lead.js';
import { isNewerOutcome } from './ad-status.rules.js';

const mostVersions = 20;

/**
 * Sets how the dialler fared with a lead (dialler.outcome). Nothing that a person may be saving at the time, so a hold
 * does not keep it out; told twice, late, or of a lead that is gone, it changes nothing.
 */
export async function setAdStatus(
  ctx: LeadsContext,
  { lead_id, AD_status, told }: { lead_id: string; AD_status: number; told: DialledBy },
): Promise<void> {
  await untilWritten(async () => {
    const [stored, hold] = await Promise.all([findLead(ctx, lead_id), liveHold(ctx, lead_id)]);
    if (stored === undefined || !isNewerOutcome(told, stored.dialled)) return true;
    const versions = [...(stored.dialled?.versions ?? []), stored.version + 1].slice(-mostVersions);
    const after = { ...stored, AD_status, dialled: { ...told, versions }, updatedAt: ctx.clock.now() };
    return writeLead(ctx, 'system', stored, hold, {
      after,
      events: (change) => (stored.AD_status === AD_status ? [] : [updatedEvent(change, ['AD_status'])]),
    });
  });
}
