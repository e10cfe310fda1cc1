import type { signIn as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { roleNameOf } from '@crm/contracts/codes/roles.js';
import { requiredFrom } from '@crm/contracts/entities/factor-requirement.js';
import { shownDate } from '@crm/contracts/time/pacific.js';
import { auditActor, auditSubject } from '@crm/platform/audit/add-details.js';
import { sessionEnded, wrongCredentials } from '@crm/platform/errors/app-error.js';
import { networkOf } from '@crm/platform/network/network.rules.js';
import { hashOfSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import { isEnrolled } from '../second-factor/factors.rules.js';
import { readFactors } from '../second-factor/sign-in-step.js';
import { readRequirement } from '../settings/change-settings.js';
import type { StoredUser } from '../user/user.model.js';
import { userView, viewFields } from '../user/user.view.js';
import { beginSession } from './begin-session.js';
import type { SessionPlace } from './place.js';
import type { SessionProvider } from '../providers/session-provider.js';
import { beginKnownAttempt } from './sign-in-backoff.js';
import { attackedPace, backoff } from './sign-in-backoff.rules.js';
import { beginAttempt, countWrong, isAttacked, type Attempt } from './sign-in-limits.js';
import {
  isKnownDevice,
  isKnownNetwork,
  knownPlaceKey,
  rememberDevice,
  rememberNetwork,
} from './sign-in-limits.rules.js';

const refreshPlaceMs = 24 * 60 * 60 * 1000;

/** The sign-in fields of a user's record, beside the view. */
const signInFields = {
  ...viewFields,
  email_lower: 1,
  password_hash: 1,
  one_time_password: 1,
  session_version: 1,
  known_networks: 1,
  known_devices: 1,
} as const;

/** The origin of an attempt: where from, and the browser's id. */
export interface SignInPlace extends SessionPlace {
  device: string;
}

/** The origin of an attempt, as limits and records store it. */
const storedPlace = ({ address, device }: SignInPlace) => ({
  network: networkOf(address),
  device: hashOfSecret(device),
});

/** The user who signs in by an e-mail; null where there is none. */
export const findSigningIn = ({ models }: AuthContext, email_lower: string) =>
  models.users.findOne({ email_lower }, signInFields).lean<StoredUser | null>();

/** A user who has signed in elsewhere. Throws `session_ended` where there is none, or where they are banned. */
export async function readUserSigningIn({ models }: AuthContext, id: string): Promise<StoredUser> {
  const user = await models.users.findById(id, signInFields).lean<StoredUser | null>();
  if (user === null || user.banned === 1) throw sessionEnded();
  return user;
}

/**
 * The user of a second step. Throws `session_ended` where something happened since the first that ends all sessions: a
 * ban, a new password, signing out everywhere.
 */
export async function readSigningIn(
  ctx: AuthContext,
  step: { user_id: string; sv: number },
): Promise<StoredUser> {
  const user = await readUserSigningIn(ctx, step.user_id);
  if (user.session_version !== step.sv) throw sessionEnded();
  return user;
}

/** An attempt from a place of sign-in. */
interface PlacedAttempt extends Attempt {
  /** Whatever was proven was wrong: where that refuses nobody, it still shows an attack. */
  failed(): Promise<void>;
}

const countsNothing = () => Promise.resolve();

/**
 * Makes an attempt for an account under the limits of where it comes from: a device or a network that is known for the user, or a
 * new place. Throws `too_many`, and what `make` throws.
 */
export async function attemptFrom<T>(
  ctx: AuthContext,
  { account, user, from }: { account: string; user: StoredUser | null; from: SignInPlace },
  make: (attempt: PlacedAttempt) => Promise<T>,
): Promise<T> {
  const { network, device } = storedPlace(from);
  const now = ctx.clock.now();
  if (user !== null && isKnownDevice(user.known_devices ?? [], device, now)) {
    const attempt = await beginKnownAttempt(ctx, knownPlaceKey(account, { device }));
    return make({ ...attempt, failed: countsNothing });
  }
  if (user !== null && isKnownNetwork(user.known_networks, network, now)) {
    const pace = (await isAttacked(ctx, network)) ? attackedPace : backoff;
    const attempt = await beginKnownAttempt(ctx, knownPlaceKey(account, { network }), pace);
    return make({ ...attempt, failed: () => countWrong(ctx, network) });
  }
  // An attempt counts as a failure until it succeeds: a whole office that signs in at once must not use up its network.
  return ctx.newPlaceTurn(async () =>
    make({ ...(await beginAttempt(ctx, account, network, false)), failed: countsNothing }),
  );
}

/**
 * Begins the session of somebody who has proven who they are, by all that is asked of them: with a password, unless a
 * `provider` vouches for them.
 */
export async function startSession(
  ctx: AuthContext,
  user: StoredUser,
  from: SignInPlace,
  provider?: SessionProvider,
): Promise<AnswerOf<typeof endpoint>> {
  if (provider === undefined && !(await mayUsePassword(ctx, user)))
    throw wrongCredentials('Wrong e-mail or password');
  await savePlace(ctx, user, from);
  const id = user._id.toHexString();
  ctx.log.info({ userId: id }, 'signed in');
  auditActor(id, user.fullname);
  auditSubject(`user/${id}`);
  return {
    token: await beginSession(ctx, { ...user, id }, from, provider),
    user: userView(user),
    ...(await greeting(ctx, user, provider)),
  };
}

/** A one-time password is used up by its first session; of two concurrent ones the second is refused. */
async function mayUsePassword({ models }: AuthContext, user: StoredUser): Promise<boolean> {
  if (user.one_time_password === undefined) return true;
  const used = await models.users.updateOne(
    { _id: user._id, one_time_password: 'unused' },
    { $set: { one_time_password: 'used' } },
  );
  return used.matchedCount === 1;
}

/** A welcome, or what is to be done first. */
async function greeting(ctx: AuthContext, user: StoredUser, provider: SessionProvider | undefined) {
  if (provider === undefined && user.one_time_password !== undefined) {
    const message = 'Please change your password now, this one cannot be used again';
    return { status: 'warning', message } as const;
  }
  const { second_factor } = await readRequirement(ctx);
  const from = requiredFrom(second_factor, roleNameOf(user.role_id));
  const needsFactor =
    from !== null &&
    provider?.counts_as_factor !== true &&
    !isEnrolled(await readFactors(ctx, user._id.toHexString()));
  return needsFactor
    ? ({
        status: 'warning',
        message: `Set up a second factor under Sign-in security: you need one from ${shownDate(from)} on`,
      } as const)
    : ({ status: 'success', message: `Welcome, ${user.fname}` } as const);
}

/** Remembers where the user signs in from, once a day per origin: these stay exempt from limits under attack. */
async function savePlace({ models, clock }: AuthContext, user: StoredUser, from: SignInPlace): Promise<void> {
  const { network, device } = storedPlace(from);
  const now = clock.now();
  const isFresh = (known: { at: Date } | undefined) =>
    known !== undefined && now.getTime() - known.at.getTime() < refreshPlaceMs;
  const { known_networks: networks, known_devices: devices = [] } = user;
  const set = {
    ...(isFresh(networks.find((each) => each.network === network))
      ? {}
      : { known_networks: rememberNetwork(networks, network, now) }),
    ...(isFresh(devices.find((each) => each.device === device))
      ? {}
      : { known_devices: rememberDevice(devices, device, now) }),
  };
  if (Object.keys(set).length > 0) await models.users.updateOne({ _id: user._id }, { $set: set });
}
