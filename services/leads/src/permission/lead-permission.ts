import type { Actor } from '@crm/contracts/access.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import type { ContactChannel, ContactPlace } from '@crm/contracts/customers/contact.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { leadPermission as endpoint } from '@crm/contracts/http/permission.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { permissionView } from './ask-permission.js';
import { decideToShow } from './may-contact.js';
import { addressAt, overrideView } from './overrides.js';
import { placesOf, zonesOfPlaces } from './places.rules.js';

const ways: readonly [ContactPlace, ContactChannel][] = [
  ['phone', 'call'],
  ['phone', 'text'],
  ['second_phone', 'call'],
  ['second_phone', 'text'],
  ['email', 'email'],
];

/**
 * How a lead may be contacted now, for its page. Only read and not stored: the service that makes an attempt asks for
 * itself. Numbers that the status hides are left out of the answer.
 */
export async function leadPermission(
  ctx: LeadsContext,
  actor: Actor,
  leadId: string,
): Promise<AnswerOf<typeof endpoint>> {
  const { lead } = await workableLead(ctx, actor, leadId);
  return permissionOf(ctx, actor, lead);
}

/** The same of a lead that was read, by whoever may work it. */
export async function permissionOf(
  ctx: LeadsContext,
  actor: Actor,
  lead: LeadDoc,
): Promise<AnswerOf<typeof endpoint>> {
  const now = ctx.clock.now();
  const isHidden = hidesPhones(lead.status);
  const there = ways.flatMap(([place, channel]) => {
    const address = addressAt(lead, place);
    return address === null ? [] : [{ place, channel, address }];
  });
  const licenceDenial = () => ctx.licencesAtHand.denialReason(actor, lead, now);
  const [licence_denial = null, decided] = await Promise.all([
    licenceDenial(),
    decideToShow(
      ctx,
      there.map(({ channel, address }) => ({ lead, address, channel, actor, licenceDenial, now })),
    ),
  ]);
  const { zipcode, state, phone } = lead;
  const known = there.flatMap(({ place, channel, address }, index) => {
    const found = decided[index];
    if (found === undefined) return [];
    const { decision, isOverridable, override } = found;
    const shown = isHidden && place !== 'email' ? null : address;
    const way = {
      place,
      channel,
      address: shown,
      permission: permissionView(decision),
      overridable: isOverridable,
      override: override ? overrideView(override) : null,
    };
    return [{ way, changes: [decision.next, decision.closes, override?.until] }];
  });
  const changes = known
    .flatMap((each) => each.changes)
    .filter((at) => at !== null && at !== undefined)
    .filter((at) => at > now)
    .sort((a, b) => a.getTime() - b.getTime());
  return {
    zones: zonesOfPlaces(placesOf({ zipcode, state, phone })),
    ways: known.map(({ way }) => way),
    licence_denial,
    changes_at: changes[0]?.toISOString() ?? null,
    as_of: now.toISOString(),
  };
}
