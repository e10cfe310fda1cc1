import { Types } from 'mongoose';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { newAccount } from '@crm/contracts/http/agents.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { mergeCredentials, seal } from '../user/email-credentials.js';
import { teamRefusal } from '../teams/team-refusal.js';
import { insertUser, newUser } from './insert-user.js';
import { readPhones } from '../user/user.rules.js';
import type { StoredUser } from '../user/user.model.js';

/** Makes an account of any role (rules A10 and A35). Throws `invalid`, `already_exists` where the e-mail is taken. */
export async function createAgent(
  ctx: AuthContext,
  actor: Actor,
  body: z.output<typeof newAccount>,
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
    account_changed_by: actor.fullname,
    now: ctx.clock.now(),
  });
  await insertUser(ctx, actor, user);
  return user;
}
