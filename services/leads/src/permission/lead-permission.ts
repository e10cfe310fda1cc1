import type { Actor } from '@crm/contracts/access.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import type { ContactChannel, ContactPlace, Permission } from '@crm/contracts/customers/contact.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { leadPermission as endpoint } from '@crm/contracts/http/permission.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import { permissionView } from './ask-permission.js';
import type { ContactLead } from './contact-lead.js';
import { decideToShow } from './may-contact.js';
import { addressAt, overrideView } from './overrides.js';
import { placesOf, zonesOfPlaces } from './places.rules.js';
import type { ContactsOnFile } from './read-contacts.js';

export type Way = readonly [ContactPlace, ContactChannel];

const everyWay: readonly Way[] = [
  ['phone', 'call'],
  ['phone', 'text'],
  ['second_phone', 'call'],
  ['second_phone', 'text'],
  ['email', 'email'],
];

/** What rows show: the first number alone. */
export const phoneWays: readonly Way[] = [
  ['phone', 'call'],
  ['phone', 'text'],
];

/** What an answer says of one channel; null where the lead has nothing to be reached at by it. */
export const permissionFor = (
  { ways }: Pick<AnswerOf<typeof endpoint>, 'ways'>,
  channel: 'call' | 'text',
): Permission | null => ways.find((way) => way.channel === channel)?.permission ?? null;

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

/** The same of a lead that was read, by whoever may work it; `onFile`: what is on file, where it is read for more than this. */
export async function permissionOf(
  ctx: LeadsContext,
  actor: Actor,
  lead: ContactLead,
  onFile?: Promise<ContactsOnFile>,
): Promise<AnswerOf<typeof endpoint>> {
  const now = ctx.clock.now();
  const [[found], licence_denial = null] = await Promise.all([
    permissionsOf(ctx, actor, [lead], { ways: everyWay, now, onFile }),
    ctx.licencesAtHand.denialReason(actor, lead, now),
  ]);
  if (found === undefined) throw new Error('A lead that was asked about has no answer');
  return { ...found, licence_denial, as_of: now.toISOString() };
}

/** The first of some instants that is still to come. */
const firstAfter = (now: Date, instants: readonly (Date | null | undefined)[]): string | null =>
  instants
    .flatMap((at) => at ?? [])
    .filter((at) => at > now)
    .sort((one, other) => one.getTime() - other.getTime())[0]
    ?.toISOString() ?? null;

/** The same of some leads at once, by some ways, in their order: the store is asked once for all of them. */
export async function permissionsOf(
  ctx: LeadsContext,
  actor: Actor,
  leads: readonly ContactLead[],
  { ways, now, onFile }: { ways: readonly Way[]; now: Date; onFile?: Promise<ContactsOnFile> | undefined },
): Promise<Pick<AnswerOf<typeof endpoint>, 'zones' | 'ways' | 'changes_at'>[]> {
  const there = leads.flatMap((lead) =>
    ways.flatMap(([place, channel]) => {
      const address = addressAt(lead, place);
      const licenceDenial = () => ctx.licencesAtHand.denialReason(actor, lead, now);
      return address === null
        ? []
        : [{ place, asked: { lead, address, channel, actor, licenceDenial, now } }];
    }),
  );
  const decided = await decideToShow(
    ctx,
    there.map(({ asked }) => asked),
    onFile,
  );
  const answers = there.map(({ place, asked: { lead, channel, address } }, index) => {
    const found = decided[index];
    if (found === undefined) throw new Error('A way that was asked about has no answer');
    const { decision, isOverridable, override } = found;
    const isHidden = hidesPhones(lead.status) && place !== 'email';
    const way = {
      place,
      channel,
      address: isHidden ? null : address,
      permission: permissionView(decision),
      overridable: isOverridable,
      override: override ? overrideView(override) : null,
    };
    return { lead, way, changes: [decision.next, decision.closes, override?.until] };
  });
  return leads.map((lead) => {
    const own = answers.filter((answer) => answer.lead === lead);
    const { zipcode, state, phone } = lead;
    return {
      zones: zonesOfPlaces(placesOf({ zipcode, state, phone })),
      ways: own.map(({ way }) => way),
      changes_at: firstAfter(
        now,
        own.flatMap(({ changes }) => changes),
      ),
    };
  });
}
