import type { signIn as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { AppError, secondStep, wrongCredentials } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import type { RelyingParty } from '../second-factor/relying-party.rules.js';
import { beginStep } from '../second-factor/sign-in-step.js';
import { keepsPassword, providerInsteadOfPassword } from '../providers/providers.js';
import type { StoredUser } from '../user/user.model.js';
import { lowered } from '../user/user.rules.js';
import { attemptFrom, findSigningIn, startSession, type SignInPlace } from './start-session.js';

/**
 * Signs in by e-mail and password. Unknown e-mail, wrong password and banned user get the same response after the
 * same work: a password is always verified, against a dummy hash if necessary. Throws `wrong_credentials`,
 * `too_many`, and `second_step` where a second factor is set up or required: then there is no session yet.
 */
export async function signIn(
  ctx: AuthContext,
  input: InputOf<typeof endpoint>['body'],
  from: SignInPlace,
  site: RelyingParty,
): Promise<AnswerOf<typeof endpoint>> {
  const user = await counted(ctx, () => prove(ctx, input, from));
  const step = await beginStep(ctx, user, site);
  if (step !== undefined) throw secondStep(step);
  return startSession(ctx, user, from);
}

/** Counts what became of an attempt. */
async function counted<T>(ctx: AuthContext, attempt: () => Promise<T>): Promise<T> {
  try {
    const proven = await attempt();
    ctx.countSignIn('right');
    return proven;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') ctx.countSignIn('limited');
    if (error instanceof AppError && error.code === 'wrong_credentials') ctx.countSignIn('wrong');
    throw error;
  }
}

/** The user of an e-mail and a password that are right, under the limits of the place. */
async function prove(
  ctx: AuthContext,
  { email, password }: InputOf<typeof endpoint>['body'],
  from: SignInPlace,
): Promise<StoredUser> {
  const account = lowered(email);
  const user = await findSigningIn(ctx, account);
  return attemptFrom(ctx, { account, user, from }, async (attempt) => {
    const isRight = await attempt.check(() =>
      ctx.passwords.verify(user?.password_hash ?? ctx.strangerHash, password),
    );
    const provider = await providerInsteadOfPassword(ctx, account);
    const mayUsePassword = provider === undefined || (user !== null && keepsPassword(user));
    if (
      user === null ||
      !isRight ||
      !mayUsePassword ||
      user.banned === 1 ||
      user.one_time_password === 'used'
    ) {
      await attempt.failed();
      ctx.log.info('sign-in refused');
      if (user !== null) auditSubject(`user/${user._id.toHexString()}`);
      throw wrongCredentials(
        // Said of every address of its domains, so that it tells nothing of an account or a password.
        provider === undefined
          ? 'Wrong e-mail or password'
          : `Wrong e-mail or password. Accounts of this domain use "${provider.label}"`,
      );
    }
    await attempt.succeeded();
    return user;
  });
}
