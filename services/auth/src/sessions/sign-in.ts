import type { signIn as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { secondStep, wrongCredentials } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import type { RelyingParty } from '../second-factor/relying-party.rules.js';
import { beginStep } from '../second-factor/sign-in-step.js';
import { lowered } from '../user/user.rules.js';
import { beginAttemptFrom, findSigningIn, startSession, type SignInPlace } from './start-session.js';

/**
 * Signs in by e-mail and password. Unknown e-mail, wrong password and banned user get the same response after the
 * same work: a password is always verified, against a dummy hash if necessary. Throws `wrong_credentials`,
 * `too_many`, and `second_step` where a second factor is set up or required: then there is no session yet.
 */
export async function signIn(
  ctx: AuthContext,
  { email, password }: InputOf<typeof endpoint>['body'],
  from: SignInPlace,
  site: RelyingParty,
): Promise<AnswerOf<typeof endpoint>> {
  const account = lowered(email);
  const user = await findSigningIn(ctx, account);
  const attempt = await beginAttemptFrom(ctx, account, user, from);
  const isRight = await attempt.check(() =>
    ctx.passwords.verify(user?.password_hash ?? ctx.strangerHash, password),
  );
  if (user === null || !isRight || user.banned === 1 || user.one_time_password === 'used') {
    ctx.log.info('sign-in refused');
    if (user !== null) auditSubject(`user/${user._id.toHexString()}`);
    throw wrongCredentials('Wrong e-mail or password');
  }
  await attempt.succeeded();
  const step = await beginStep(ctx, user, site);
  if (step !== undefined) throw secondStep(step);
  return startSession(ctx, user, from);
}
