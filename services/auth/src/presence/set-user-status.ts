import type { Actor } from '@crm/contracts/access.js';
import type { changeUserStatus, getUserStatus, setActive } from '@crm/contracts/http/account.js';
import type { switchDiallerOff as diallerOff } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { Flag } from '@crm/contracts/ids.js';
import { forbidden, notFound } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { changePresence } from './change-presence.js';
import { settingDenialReason, type PresenceChange, type PresenceField } from './presence.rules.js';

type FieldChange = Extract<PresenceChange, { field: PresenceField }>;
type GivenField = InputOf<typeof changeUserStatus>['body']['field'];

/** `AD_status` and `AD_Status` are two spellings of one field. */
const fieldOf = (given: GivenField): PresenceField => (given === 'AD_status' ? 'AD_Status' : given);

/** One status of a user, 0 or 1. */
export async function readUserStatus(
  ctx: AuthContext,
  { user_id, field }: InputOf<typeof getUserStatus>['body'],
): Promise<AnswerOf<typeof getUserStatus>> {
  const name = fieldOf(field);
  const user = await ctx.models.users
    .findById(user_id, { [name]: 1 })
    .lean<Record<PresenceField, Flag> | null>();
  if (user === null) throw notFound('User');
  return { status: user[name] };
}

/** Sets one status of a user; what a role does not have is refused (rule A5). */
export async function setUserStatus(
  ctx: AuthContext,
  actor: Actor,
  { user_id, field, status }: InputOf<typeof changeUserStatus>['body'],
): Promise<AnswerOf<typeof changeUserStatus>> {
  await setField(ctx, actor, user_id, { field: fieldOf(field), value: status });
  return { status: 'success', message: 'Saved' };
}

/** The agent's Online/Offline switch, with the reason for going offline. The agent becomes online once there is a live socket and no call. */
export async function switchActive(
  ctx: AuthContext,
  actor: Actor,
  { user_id, active, reason }: InputOf<typeof setActive>['body'],
): Promise<AnswerOf<typeof setActive>> {
  await setField(ctx, actor, user_id, { field: 'active', value: active, reason });
  return { status: 'success', message: active === 1 ? 'You are online' : 'You are offline' };
}

/** Switches a dialler off on behalf of telephony; idempotent. */
export async function switchDiallerOff(
  ctx: AuthContext,
  { user_id }: InputOf<typeof diallerOff>['body'],
): Promise<AnswerOf<typeof diallerOff>> {
  await setField(ctx, 'system', user_id, { field: 'AD_Status', value: 0 });
  return { status: 0 };
}

async function setField(
  ctx: AuthContext,
  actor: Actor | 'system',
  userId: string,
  change: FieldChange,
): Promise<void> {
  const user = await ctx.models.users.findById(userId, { role_id: 1 }).lean();
  if (user === null) throw notFound('User');
  const refusal = settingDenialReason(user.role_id, change.field, change.value);
  if (refusal !== undefined) throw forbidden(refusal);
  await changePresence(ctx, actor, userId, change);
}
