import type { Actor } from '@crm/contracts/access.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';

/** Throws `invalid` with the reason where an agent holds no valid licence for what they do to a lead (rule A21). */
export async function requireLicence(
  { licencesAtHand, clock }: Pick<LeadsContext, 'licencesAtHand' | 'clock'>,
  actor: Actor | 'system',
  lead: { type_id: TypeId; state: StateCode | null },
  field: string,
): Promise<void> {
  const denied = await licencesAtHand.denialReason(actor, lead, clock.now());
  if (denied !== undefined) throw invalidField(field, denied);
}
