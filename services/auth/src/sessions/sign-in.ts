import type { signIn as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { auditActor, auditSubject } from '@crm/platform/audit/add-details.js';
import { AppError, wrongCredentials } from '@crm/platform/errors/app-error.js';
import { networkOf } from '@crm/platform/http/network.rules.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';
import { lowered } from '../user/user.rules.js';
import { userView, viewFields } from '../user/user.view.js';
import { beginSession } from './begin-session.js';
import { hashOfDevice } from './device.js';
import type { SessionPlace } from './place.js';
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
interface Place {
  network: string;
  /** A hash. */
  device: string;
}

/**
 * Signs in by e-mail and password. Unknown e-mail, wrong password and banned user get the same response after the
 * same work: a password is always verified, against a dummy hash if necessary. Throws `wrong_credentials`,
 * `too_many`.
 */
export async function signIn(
  ctx: AuthContext,
  { email, password }: InputOf<typeof endpoint>['body'],
  from: SignInPlace,
): Promise<AnswerOf<typeof endpoint>> {
  const account = lowered(email);
  const place = { network: networkOf(from.address), device: hashOfDevice(from.device) };
  const found = await ctx.models.users
    .findOne({ email_lower: account }, signInFields)
    .lean<StoredUser | null>();

  const user = await prove(ctx, { account, password, user: found, place });
  await savePlace(ctx, user, place);

  const id = user._id.toHexString();
  ctx.log.info({ userId: id }, 'signed in');
  auditActor(id, user.fullname);
  auditSubject(`user/${id}`);
  return {
    token: await beginSession(ctx, { ...user, id }, from),
    user: userView(user),
    ...(user.one_time_password === undefined
      ? { status: 'success', message: `Welcome, ${user.fname}` }
      : { status: 'warning', message: 'Please change your password now, this one cannot be used again' }),
  };
}

interface Claim {
  account: string;
  password: string;
  user: StoredUser | null;
  place: Place;
}

/** The user of an e-mail and a password that are right, under the limits of the place. Counts what became of it. */
async function prove(ctx: AuthContext, claim: Claim): Promise<StoredUser> {
  try {
    const user = await proveUnderLimits(ctx, claim);
    ctx.countSignIn('right');
    return user;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') ctx.countSignIn('limited');
    if (error instanceof AppError && error.code === 'wrong_credentials') ctx.countSignIn('wrong');
    throw error;
  }
}

async function proveUnderLimits(ctx: AuthContext, claim: Claim): Promise<StoredUser> {
  const { account, user, place } = claim;
  const { network, device } = place;
  const now = ctx.clock.now();
  if (user !== null && isKnownDevice(user.known_devices ?? [], device, now)) {
    const attempt = await beginKnownAttempt(ctx, knownPlaceKey(account, { device }));
    return checkClaim(ctx, claim, attempt);
  }
  if (user !== null && isKnownNetwork(user.known_networks, network, now)) {
    const pace = (await isAttacked(ctx, network)) ? attackedPace : backoff;
    const attempt = await beginKnownAttempt(ctx, knownPlaceKey(account, { network }), pace);
    return checkClaim(ctx, claim, attempt, () => countWrong(ctx, network));
  }
  // An attempt counts as a failure until it succeeds: a whole office that signs in at once must not use up its network.
  return ctx.newPlaceTurn(async () =>
    checkClaim(ctx, claim, await beginAttempt(ctx, account, network, false)),
  );
}

/** Throws `wrong_credentials`, the same for an unknown e-mail, a wrong password and a banned user. */
async function checkClaim(
  ctx: AuthContext,
  { user, password }: Claim,
  attempt: Attempt,
  failed: () => Promise<void> = () => Promise.resolve(),
): Promise<StoredUser> {
  const isRight = await attempt.check(() =>
    ctx.passwords.verify(user?.password_hash ?? ctx.strangerHash, password),
  );
  if (user === null || !isRight || user.banned === 1 || !(await mayUsePassword(ctx, user))) {
    await failed();
    ctx.log.info('sign-in refused');
    if (user !== null) auditSubject(`user/${user._id.toHexString()}`);
    throw wrongCredentials('Wrong e-mail or password');
  }
  await attempt.succeeded();
  return user;
}

/** A one-time password is used up by its first sign-in; of two concurrent ones the second is refused. */
async function mayUsePassword({ models }: AuthContext, user: StoredUser): Promise<boolean> {
  if (user.one_time_password === undefined) return true;
  const used = await models.users.updateOne(
    { _id: user._id, one_time_password: 'unused' },
    { $set: { one_time_password: 'used' } },
  );
  return used.matchedCount === 1;
}

/** Remembers where the user signs in from, once a day per origin: these stay exempt from limits under attack. */
async function savePlace(
  { models, clock }: AuthContext,
  user: StoredUser,
  { network, device }: Place,
): Promise<void> {
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
