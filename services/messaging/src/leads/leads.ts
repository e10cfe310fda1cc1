import { defaultLanguage, type LanguageCode } from '@crm/contracts/codes/languages.js';
import { leadsToCall, type LeadToCall } from '@crm/contracts/http/calling.js';
import { mayContact } from '@crm/contracts/http/permission.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { MessagingContext } from '../context.js';

type Asker = Pick<MessagingContext, 'services'>;

/** A lead with all its numbers as leads has it now. Throws 404, or 503 where leads does not answer. */
export async function leadWithNumbers({ services }: Asker, id: string): Promise<LeadToCall> {
  const { leads } = await services.call(leadsToCall, { body: { ids: [id] } }, { asService: true });
  const lead = leads.find(({ lead_id }) => lead_id === id);
  if (lead === undefined) throw notFound('Lead');
  return lead;
}

/** What the customer of a lead is written to in; English where the lead is gone. Throws 503 where leads does not answer. */
export async function languageOfLead({ services }: Asker, id: string): Promise<LanguageCode> {
  const { leads } = await services.call(leadsToCall, { body: { ids: [id] } }, { asService: true });
  return leads.find(({ lead_id }) => lead_id === id)?.language ?? defaultLanguage;
}

/** Statuses of leads that nobody works any more: they are whose text it is where there is no other. */
const closed = new Set([
  'purchased',
  'in-force',
  'declined',
  'cancelled',
  'notInterested',
  'wrongPhoneNumber',
]);

/** The lead that each number belongs to: of those still worked the one changed last, else of all. */
export async function leadsOfNumbers(
  { services }: Asker,
  phones: readonly string[],
): Promise<ReadonlyMap<string, LeadToCall>> {
  const { leads } = await services.call(leadsToCall, { body: { phones: [...phones] } }, { asService: true });
  const open = leads.filter(({ status }) => !closed.has(status));
  // The last to be set is the one found: those still worked behind all others, the newest behind the older.
  return new Map(
    [...leads.toReversed(), ...open.toReversed()].flatMap((lead) =>
      lead.phones.map((phone) => [phone, lead] as const),
    ),
  );
}

type Address = { phone: string; channel: 'text' } | { email: string; channel: 'email' };

/** Whether a lead may be written to now; with the message's own id the attempt counts. Throws where leads does not answer. */
export async function askPermission(
  { services }: Asker,
  asked: Address & {
    lead_id: string | null;
    user_id: string | null;
    attempt_id?: string;
    purpose?: 'help-reply';
  },
): Promise<{ allowed: boolean; sentence: string }> {
  const { allowed, sentence } = await services.call(mayContact, { body: asked }, { asService: true });
  return { allowed, sentence };
}
