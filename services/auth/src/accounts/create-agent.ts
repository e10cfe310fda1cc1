import { Types } from 'mongoose';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { newAccount } from '@crm/contracts/http/agents.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import type { AuthContext } from '../context.js';
import { requireUncommon } from '../sessions/password-screen.js';
import { mergeCredentials, seal } from '../user/email-credentials.js';
import { teamRefusal } from '../teams/team-refusal.js';
import { insertUser, newUser } from './insert-user.js';
import { readPhones } from '../user/user.rules.js';
import type { StoredUser } from '../user/user.model.js';

type NewAccount = z.output<typeof newAccount>;

/** Makes an account of any role (rules A10 and A35). Throws `invalid`, `already_exists` where the e-mail is taken. */
export async function createAgent(ctx: AuthContext, actor: Actor, body: NewAccount): Promise<StoredUser> {
  await requireUncommon(body.password, body, 'password');
  return insertAccount(ctx, { actor, by: actor.fullname }, body);
}

/** Makes an account of another system with the password it has there: the rule is for passwords that are set here. */
export const migrateAccount = (ctx: AuthContext, body: NewAccount): Promise<StoredUser> =>
  insertAccount(ctx, { actor: 'system', by: undefined }, body);

async function insertAccount(
  ctx: AuthContext,
  { actor, by }: { actor: EventActor; by: string | undefined },
  body: NewAccount,
): Promise<StoredUser> {
  const { phones, errors } = readPhones({ phone: body.phone, twilio_phone: body.twilio_phone });
  const noTeam = await teamRefusal(ctx, body.role_id, body.team_id);
  if (Object.keys({ ...errors, ...noTeam }).length > 0) throw invalid({ ...errors, ...noTeam });

  const _id = new Types.ObjectId();
  const credentials = mergeCredentials(() => undefined, body.email_credentials);
  const user = newUser({
    _id,
    role_id: body.role_id,
    fname: body.fname,
    lname: body.lname,
    email: body.email,
    password_hash: await ctx.passwords.hash(body.password),
    subroles: body.subroles ?? [],
    states: body.states ?? [],
    team_id: body.team_id ?? null,
    ...phones,
    ...(credentials === undefined
      ? {}
      : { email_credentials: seal(ctx.encryptionKeys, _id.toHexString(), credentials) }),
    ...(by === undefined ? {} : { account_changed_by: by }),
    now: ctx.clock.now(),
  });
  await insertUser(ctx, actor, user);
  return user;
}
