import { randomInt } from 'node:crypto';
import { Types } from 'mongoose';
import { roles } from '@crm/contracts/codes/roles.js';
import { commonPasswordSentence } from '@crm/contracts/password.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import { isCommon } from '../sessions/password-screen.js';
import type { HandOverPassword } from './hand-over-password.js';
import { insertUser, newUser } from './insert-user.js';
import { sessionsEndedEvent } from '../user/user.events.js';
import type { StoredUser } from '../user/user.model.js';
import { lowered } from '../user/user.rules.js';

interface FirstAdmin {
  email: string;
  /** Undefined: one is made up, opens one session and has to be changed in it. */
  password: string | undefined;
  /** The demo's password is published, and set all the same. */
  isDemo: boolean;
  /** Takes the made-up one; it goes through no log. */
  handOver: HandOverPassword;
}

// Without letters and digits that look alike in a terminal.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function makeUpPassword(): string {
  return Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/**
 * Sees to it that somebody can sign in. Without any admin one is made: with the password configured, or with a made-up
 * one that is handed over. A made-up password opens one session; should it end without a password of the admin's own, the
 * next start makes a new one, or takes the one configured since.
 */
export async function makeFirstAdmin(ctx: AuthContext, first: FirstAdmin): Promise<void> {
  const admin = await ctx.models.users
    .findOne({ role_id: roles.admin }, { email: 1, one_time_password: 1 })
    // One who has a password of their own comes first.
    .sort({ one_time_password: 1 })
    .lean<Pick<StoredUser, '_id' | 'email' | 'one_time_password'> | null>();
  if (admin === null) return insertFirstAdmin(ctx, first);
  const isStuck = admin.one_time_password === 'used';
  const isConfigured = admin.one_time_password !== undefined && first.password !== undefined;
  if (isStuck || isConfigured) await replacePassword(ctx, admin, first);
}

async function insertFirstAdmin(ctx: AuthContext, first: FirstAdmin): Promise<void> {
  const { email, password } = first;
  await requireStrong(first);
  const chosen = password ?? makeUpPassword();
  const user = newUser({
    _id: new Types.ObjectId(),
    role_id: roles.admin,
    fname: 'First',
    lname: 'Admin',
    email,
    password_hash: await ctx.passwords.hash(chosen),
    subroles: [],
    states: [],
    ...(password === undefined ? { one_time_password: 'unused' as const } : {}),
    now: ctx.clock.now(),
  });
  try {
    await insertUser(ctx, 'system', user);
  } catch (error) {
    // Another replica starts for the first time, too: its admin is the one.
    const isMade = error instanceof AppError && error.code === 'already_exists';
    if (
      isMade &&
      (await ctx.models.users.exists({ email_lower: lowered(email), role_id: roles.admin })) !== null
    ) {
      return;
    }
    throw error;
  }
  if (password === undefined) first.handOver(email, chosen);
  else ctx.log.info({ userId: user._id.toHexString() }, 'first admin created');
}

/** Nobody is there to choose another: a service whose operator configured a common password does not start (rule A29). */
async function requireStrong({ email, password, isDemo }: FirstAdmin): Promise<void> {
  if (password === undefined || isDemo || !(await isCommon(password, { email }))) return;
  throw new Error(`FIRST_ADMIN_PASSWORD: ${commonPasswordSentence}`);
}

async function replacePassword(
  ctx: AuthContext,
  admin: Pick<StoredUser, '_id' | 'email'>,
  first: FirstAdmin,
): Promise<void> {
  const { password: configured, handOver } = first;
  await requireStrong(first);
  const chosen = configured ?? makeUpPassword();
  const password_hash = await ctx.passwords.hash(chosen);
  let isReplaced = false;
  await changeUser(ctx, 'system', admin._id.toHexString(), (user) => {
    // Another replica was faster, or the admin was.
    isReplaced =
      user.one_time_password === 'used' || (configured !== undefined && user.one_time_password !== undefined);
    if (!isReplaced) return undefined;
    return {
      set: {
        password_hash,
        session_version: user.session_version + 1,
        sessions_changed_at: ctx.clock.now(),
        ...(configured === undefined ? { one_time_password: 'unused' as const } : {}),
      },
      unset: configured === undefined ? ['kept_session'] : ['kept_session', 'one_time_password'],
      eventsOf: (write) => [sessionsEndedEvent(write)],
    };
  });
  if (isReplaced && configured === undefined) handOver(admin.email, chosen);
}
