import { invalidField } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';

/** Throws `invalid` with the reason where an agent holds no valid licence for what they do to a lead (rule A21). */
export async function requireLicence(
  { licencesAtHand, clock }: Pick<LeadsContext, 'licencesAtHand' | 'clock'>,
  actor: EventActor,
  lead: Pick<LeadDoc, 'type_id' | 'state'>,
  field: string,
): Promise<void> {
  const denied = await licencesAtHand.denialReason(actor, lead, clock.now());
  if (denied !== undefined) throw invalidField(field, denied);
}
