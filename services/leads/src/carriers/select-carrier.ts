import type { Lead } from '@crm/contracts/entities/lead.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { changeableLead } from '../lead/lead.access.js';
import { isPerson } from '../lead/lead.policy.js';
import { requireLicence } from '../users/require-licence.js';
import { updatedEvent, type EventActor } from '../lead/lead.events.js';
import { withDerived } from '../lead/new-lead.js';
import { stamped, viewOf, writeLead } from '../lead/write-lead.js';

interface Selection {
  lead_id: string;
  carrier: string;
}

/**
 * Selects the carrier of a life lead (POST lead/select-carrier); the same one again changes nothing. Throws `invalid` for
 * what is no carrier on offer, and where an agent holds no licence for the lead. Held by somebody else: 423.
 */
export async function selectCarrier(
  ctx: LeadsContext,
  actor: EventActor,
  { lead_id, carrier }: Selection,
): Promise<Lead> {
  return retryOnConflict(async () => {
    const { lead: stored } = await changeableLead(ctx, actor, lead_id);
    if (stored.type_id !== 2) throw invalidField('carrier', 'Only life leads have carriers');
    if (stored.carrier === carrier) return viewOf(ctx, stored);
    await requireLicence(ctx, actor, stored, 'carrier');
    if (!ctx.carrierNames.isOffered(carrier)) throw invalidField('carrier', 'Unknown carrier');

    const isRawNoMore = isPerson(actor) && stored.empty === 1;
    const after = withDerived(
      { ...stored, carrier, empty: isRawNoMore ? 0 : stored.empty },
      ctx.carrierNames.of,
    );
    return writeLead(ctx, actor, stored, {
      after: stamped(after, actor, ctx.clock.now()),
      events: (change) => [updatedEvent(change, isRawNoMore ? ['carrier', 'empty'] : ['carrier'])],
    });
  });
}
