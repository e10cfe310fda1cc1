import type {
  confirmSignIn as endpoint,
  challengePasskey as challengeEndpoint,
} from '@crm/contracts/http/second-factor.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { sessionEnded, wrongCredentials } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { attemptFrom, readSigningIn, startSession, type SignInPlace } from '../sessions/start-session.js';
import { isEnrolled } from '../second-factor/factors.rules.js';
import { requestOptions } from '../second-factor/passkeys.js';
import { proveFactor } from '../second-factor/prove-factor.js';
import type { RelyingParty } from '../second-factor/relying-party.rules.js';
import { countTry, readFactors, readStep, useStep } from '../second-factor/sign-in-step.js';

/**
 * The second step of a sign-in: begins the session. Wrong proofs slow down as wrong passwords do, on a count of their
 * own, which the right password does not clear. Throws `wrong_credentials`, `session_ended` for a step that is over,
 * `too_many`.
 */
export async function confirmSignIn(
  ctx: AuthContext,
  { step: token, proof }: InputOf<typeof endpoint>['body'],
  from: SignInPlace,
): Promise<AnswerOf<typeof endpoint>> {
  const pending = await readStep(ctx, token, 'proof');
  const user = await readSigningIn(ctx, pending);
  auditSubject(`user/${pending.user_id}`);
  const account = `second step/${user.email_lower}`;
  await attemptFrom(ctx, { account, user, from }, async (attempt) => {
    const { step, isRight } = await attempt.check(async () => {
      const step = await countTry(ctx, token);
      const factors = await readFactors(ctx, pending.user_id);
      if (factors === null || !isEnrolled(factors)) throw sessionEnded();
      return { step, isRight: await proveFactor(ctx, factors, proof, step.challenge) };
    });
    if (!isRight) {
      await attempt.failed();
      ctx.log.info({ userId: pending.user_id, method: proof.method }, 'second step refused');
      throw wrongCredentials(
        proof.method === 'passkey' ? 'This passkey was not accepted' : 'This code is wrong, or was used',
      );
    }
    await attempt.succeeded();
    await useStep(ctx, step);
  });
  const answer = await startSession(ctx, user, from, pending.provider);
  if (proof.method !== 'recovery') return answer;
  const left = (await readFactors(ctx, pending.user_id))?.recovery.length ?? 0;
  return { ...answer, status: 'warning', message: `Recovery codes left: ${String(left)}` };
}

/** What the passkeys of a step sign. Asked again, only the last one counts. */
export async function challengePasskey(
  ctx: AuthContext,
  { step: token }: InputOf<typeof challengeEndpoint>['body'],
  site: RelyingParty,
): Promise<AnswerOf<typeof challengeEndpoint>> {
  const step = await readStep(ctx, token, 'proof');
  await readSigningIn(ctx, step);
  const factors = await readFactors(ctx, step.user_id);
  const options = await requestOptions(site, factors?.passkeys ?? []);
  const challenge = { value: options.challenge, rp_id: site.id, origin: site.origin };
  const written = await ctx.models.steps.updateOne({ _id: step._id }, { $set: { challenge } });
  if (written.matchedCount === 0) throw sessionEnded();
  return options;
}
