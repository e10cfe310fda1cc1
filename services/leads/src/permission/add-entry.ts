import type { z } from 'zod';
import { seesAll, type Actor } from '@crm/contracts/access.js';
import type { doNotContact, DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { forbidden } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import { optOut } from './do-not-contact.js';
import { addressAt } from './overrides.js';

/**
 * A person puts a number or an e-mail on the list: whoever sees all any, everybody else those of a lead that is theirs to work.
 * Throws `forbidden` for any other.
 */
export async function addEntry(
  ctx: LeadsContext,
  actor: Actor,
  { address, channel, lead_id, reason }: z.output<typeof doNotContact.creation>,
): Promise<DoNotContactEntry> {
  if (lead_id !== null) {
    const { lead } = await workableLead(ctx, actor, lead_id);
    const own = (['phone', 'second_phone', 'email'] as const).map((place) => addressAt(lead, place));
    if (!seesAll(actor) && !own.includes(address)) throw forbidden('This does not belong to the lead');
  } else if (!seesAll(actor)) {
    throw forbidden('Specify the lead it belongs to');
  }
  return optOut(ctx, actor, {
    address,
    channel,
    how: 'agent',
    by: actor.fullname,
    lead_id,
    reason: reason || null,
  });
}
