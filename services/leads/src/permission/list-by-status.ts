import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { LeadsContext } from '../context.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { optOut } from './do-not-contact.js';

/** The numbers that a status closes: doNotCall all of a lead's, wrongPhoneNumber the one that was dialled. */
function closedNumbers({ phone, second_phone }: Pick<LeadDoc, 'phone' | 'second_phone'>, status: StatusCode) {
  if (status === 'doNotCall') return [phone, second_phone].filter((number) => number !== null);
  return status === 'wrongPhoneNumber' && phone !== null ? [phone] : [];
}

/** Puts a lead's numbers on the list of those not to be contacted, where its status asks for it. */
export async function listByStatus(
  ctx: LeadsContext,
  actor: EventActor,
  lead: Pick<LeadDoc, '_id' | 'phone' | 'second_phone'>,
  { status, by, delivery }: { status: StatusCode; by: string | null; delivery?: string },
): Promise<void> {
  for (const address of closedNumbers(lead, status)) {
    await optOut(ctx, actor, {
      address,
      channel: 'all',
      how: 'status',
      by,
      lead_id: lead._id.toHexString(),
      reason: null,
      ...(delivery === undefined ? {} : { delivery }),
    });
  }
}
