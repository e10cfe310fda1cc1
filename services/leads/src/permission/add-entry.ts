import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { DoNotContactEntry } from '@crm/contracts/entities/contact.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { addDoNotContact as endpoint } from '@crm/contracts/http/permission.js';
import { forbidden } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import { optOut } from './do-not-contact.js';
import { addressAt } from './overrides.js';

/**
 * A person puts a number or an e-mail on the list: an admin any, everybody else those of a lead that is theirs to work.
 * Throws `forbidden` for any other.
 */
export async function addEntry(
  ctx: LeadsContext,
  actor: Actor,
  { phone, email, channel, lead_id, reason }: InputOf<typeof endpoint>['body'],
): Promise<DoNotContactEntry> {
  const address = phone ?? email ?? '';
  if (lead_id !== undefined) {
    const { lead } = await workableLead(ctx, actor, lead_id);
    const own = (['phone', 'second_phone', 'email'] as const).map((place) => addressAt(lead, place));
    if (actor.role !== roles.admin && !own.includes(address))
      throw forbidden('This does not belong to the lead');
  } else if (actor.role !== roles.admin) {
    throw forbidden('Specify the lead it belongs to');
  }
  return optOut(ctx, actor, {
    address,
    channel,
    how: 'agent',
    by: actor.fullname,
    lead_id: lead_id ?? null,
    reason: reason ?? null,
  });
}
