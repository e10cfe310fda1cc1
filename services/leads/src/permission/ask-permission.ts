import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { mayContact as endpoint } from '@crm/contracts/http/permission.js';
import type { Permission } from '@crm/contracts/customers/contact.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { toE164 } from '@crm/contracts/phone.js';
import type { LeadsContext } from '../context.js';
import { licenceDenialOf } from '../users/candidate.rules.js';
import { actorOfUser } from '../users/find-users.js';
import type { UserReadAnew } from '../users/users-at-hand.js';
import { contactLeads } from './contact-lead.js';
import { addressIn, decideAttempt } from './may-contact.js';
import type { Decision } from './permission.rules.js';
import { readContacts } from './read-contacts.js';

/** A decision on the wire. */
export function permissionView({ allowed, rule, sentence, next, override }: Decision): Permission {
  return { allowed, rule, sentence, next_allowed_at: next?.toISOString() ?? null, override_id: override };
}

/** Whoever asks, as is known of them: the system, a user, or nobody who may. */
async function askerOf(
  { usersAtHand }: LeadsContext,
  userId: string | null,
): Promise<'system' | UserReadAnew | null> {
  if (userId === null) return 'system';
  const user = await usersAtHand.readAnew(userId);
  return user === undefined || user.banned === 1 ? null : user;
}

/** What another service asks before an attempt, and again when it makes it. Whatever is not certain is a no. */
export async function askPermission(
  ctx: LeadsContext,
  caller: string,
  {
    lead_id,
    phone,
    email,
    channel,
    purpose,
    prerecorded,
    user_id,
    automated,
    attempt_id,
  }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>> {
  const now = ctx.clock.now();
  const address = addressIn({ address: email ?? toE164(phone ?? '') ?? phone ?? '', channel });
  const isCounted = attempt_id !== undefined;
  // All that is known before the lead is: one round to the store instead of three.
  const [lead, asker, onFile] = await Promise.all([
    lead_id === null ? null : contactLeads(ctx, [lead_id]).then(([found]) => found),
    askerOf(ctx, user_id),
    readContacts(
      ctx,
      {
        addresses: [address],
        // Whoever counts reads them in its turn.
        tried: isCounted || channel === 'email' ? [] : [address],
        leads: lead_id === null ? [] : [lead_id],
      },
      now,
    ),
  ]);
  const isUser = asker !== null && asker !== 'system';
  const actor = isUser ? actorOfUser(asker) : asker;
  const licenceDenial = () =>
    Promise.resolve(isUser && lead ? licenceDenialOf(asker, lead, pacificDate(now)) : undefined);
  const asked = {
    lead,
    lead_id,
    address,
    channel,
    purpose,
    prerecorded,
    actor,
    licenceDenial,
    user_id,
    automated,
  };
  const {
    decision,
    purpose: found,
    id,
  } = await decideAttempt(ctx, { ...asked, attempt_id, now, asked_by: caller }, onFile);
  return { ...permissionView(decision), decision_id: id, purpose: found };
}
