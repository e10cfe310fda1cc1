import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type {
  enrollPasskeyAtSignIn,
  enrollTotpAtSignIn,
  finishEnrollmentAtSignIn,
} from '@crm/contracts/http/second-factor.js';
import { auditActor, auditSubject } from '@crm/platform/audit/add-details.js';
import type { AuthContext } from '../context.js';
import { readSigningIn, startSession, type SignInPlace } from '../sessions/start-session.js';
import { beginPasskey, beginTotp, finishEnrollment, type Enrolling } from '../second-factor/enroll.js';
import type { RelyingParty } from '../second-factor/relying-party.rules.js';
import { readStep, useStep } from '../second-factor/sign-in-step.js';

/** Who signs in by a step that asks for an enrollment. */
async function enrolling(ctx: AuthContext, token: string) {
  const step = await readStep(ctx, token, 'enrollment');
  const user = await readSigningIn(ctx, step);
  const by: Enrolling = { id: step.user_id, email: user.email, fullname: user.fullname };
  return { step, user, by };
}

/** Begins an authenticator app in the second step of a sign-in (rule A32). */
export async function beginTotpAtSignIn(
  ctx: AuthContext,
  { step }: InputOf<typeof enrollTotpAtSignIn>['body'],
): Promise<AnswerOf<typeof enrollTotpAtSignIn>> {
  return beginTotp(ctx, (await enrolling(ctx, step)).by);
}

/** Begins a passkey in the second step of a sign-in (rule A32). */
export async function beginPasskeyAtSignIn(
  ctx: AuthContext,
  { step }: InputOf<typeof enrollPasskeyAtSignIn>['body'],
  site: RelyingParty,
): Promise<AnswerOf<typeof enrollPasskeyAtSignIn>> {
  return beginPasskey(ctx, (await enrolling(ctx, step)).by, site);
}

/** Ends the enrollment and begins the session. The step is used up first: no second session comes of it. */
export async function finishAtSignIn(
  ctx: AuthContext,
  { step: token, enrollment }: InputOf<typeof finishEnrollmentAtSignIn>['body'],
  from: SignInPlace,
): Promise<AnswerOf<typeof finishEnrollmentAtSignIn>> {
  const { step, user, by } = await enrolling(ctx, token);
  auditActor(by.id, by.fullname);
  auditSubject(`user/${by.id}`);
  const { recovery_codes } = await finishEnrollment(ctx, by.id, enrollment);
  await useStep(ctx, step);
  return { ...(await startSession(ctx, user, from, step.provider)), recovery_codes: recovery_codes ?? [] };
}
