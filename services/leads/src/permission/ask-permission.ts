import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { mayContact as endpoint } from '@crm/contracts/http/permission.js';
import type { Permission } from '@crm/contracts/customers/contact.js';
import { toE164 } from '@crm/contracts/phone.js';
import type { LeadsContext } from '../context.js';
import { findLead } from '../lead/lead.access.js';
import type { EventActor } from '../lead/lead.events.js';
import { actorOfUser, findUser } from '../users/find-users.js';
import { decideAttempt } from './may-contact.js';
import type { Decision } from './permission.rules.js';

/** A decision on the wire. */
export function permissionView({ allowed, rule, sentence, next, override }: Decision): Permission {
  return { allowed, rule, sentence, next_allowed_at: next?.toISOString() ?? null, override_id: override };
}

async function actorOf(ctx: LeadsContext, userId: string | null): Promise<EventActor | null> {
  if (userId === null) return 'system';
  const user = await findUser(ctx, userId);
  return user === undefined || user.banned === 1 ? null : actorOfUser(user);
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
  const [lead, actor] = await Promise.all([
    lead_id === null ? null : findLead(ctx, lead_id),
    actorOf(ctx, user_id),
  ]);
  const {
    decision,
    purpose: found,
    id,
  } = await decideAttempt(ctx, {
    lead,
    lead_id,
    address: email ?? toE164(phone ?? '') ?? phone ?? '',
    channel,
    purpose,
    prerecorded,
    actor,
    user_id,
    automated,
    asked_by: caller,
    now: ctx.clock.now(),
    attempt_id,
  });
  return { ...permissionView(decision), decision_id: id, purpose: found };
}
