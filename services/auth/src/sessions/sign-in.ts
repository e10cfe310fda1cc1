import type { signIn as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/http/endpoint.js';
import { wrongCredentials } from '@crm/platform/errors/app-error.js';
import { networkOf } from '@crm/platform/http/network.rules.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../users/user.model.js';
import { lowered } from '../users/user.rules.js';
import { userView, viewFields } from '../users/user.view.js';
import { beginAttempt } from './sign-in-limits.js';
import { isKnownNetwork, rememberNetwork } from './sign-in-limits.rules.js';

const refreshNetworkMs = 24 * 60 * 60 * 1000;

/** What a user's record says of signing in, beside the view. */
const signInFields = {
  ...viewFields,
  password_hash: 1,
  one_time_password: 1,
  session_version: 1,
  known_networks: 1,
} as const;

/**
 * Signs in by e-mail and password. Unknown e-mail, wrong password and a banned user get one answer, after one and the
 * same work: a password is always checked, against somebody's hash or a stranger's. Throws `wrong_credentials`,
 * `too_many`.
 */
export async function signIn(
  ctx: AuthContext,
  { email, password }: InputOf<typeof endpoint>['body'],
  address: string,
): Promise<AnswerOf<typeof endpoint>> {
  const account = lowered(email);
  const network = networkOf(address);
  const user = await ctx.models.users
    .findOne({ email_lower: account }, signInFields)
    .lean<StoredUser | null>();
  const isKnown = user !== null && isKnownNetwork(user.known_networks, network, ctx.clock.now());

  const attempt = await beginAttempt(ctx, account, network, isKnown);
  const isRight = await attempt.check(() =>
    ctx.passwords.verify(user?.password_hash ?? ctx.strangerHash, password),
  );
  if (user === null || !isRight || user.banned === 1 || !(await mayUsePassword(ctx, user))) {
    ctx.log.info({ network: isKnown ? 'known' : 'new' }, 'sign-in refused');
    throw wrongCredentials('Wrong e-mail or password');
  }
  await attempt.succeeded();
  await keepNetwork(ctx, user, network);

  const id = user._id.toHexString();
  ctx.log.info({ userId: id }, 'signed in');
  return {
    token: ctx.issueToken({ ...user, id }),
    user: userView(user),
    ...(user.one_time_password === undefined
      ? { status: 'success', message: `Welcome, ${user.fname}` }
      : { status: 'warning', message: 'Please change your password now: this one cannot be used again' }),
  };
}

/** A made-up password is used up by its first sign-in; of two at once the second is refused. */
async function mayUsePassword({ models }: AuthContext, user: StoredUser): Promise<boolean> {
  if (user.one_time_password === undefined) return true;
  const used = await models.users.updateOne(
    { _id: user._id, one_time_password: 'unused' },
    { $set: { one_time_password: 'used' } },
  );
  return used.matchedCount === 1;
}

/** Remembers from where the user signs in, once a day for each network: what keeps the way open under attack. */
async function keepNetwork({ models, clock }: AuthContext, user: StoredUser, network: string): Promise<void> {
  const now = clock.now();
  const known = user.known_networks.find((each) => each.network === network);
  if (known !== undefined && now.getTime() - known.at.getTime() < refreshNetworkMs) return;
  await models.users.updateOne(
    { _id: user._id },
    { $set: { known_networks: rememberNetwork(user.known_networks, network, now) } },
  );
}
