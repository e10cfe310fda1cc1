import { isRequired } from '@crm/contracts/entities/factor-requirement.js';
import type { SignInStep } from '@crm/contracts/entities/sign-in-step.js';
import { roleNameOf, type RoleId } from '@crm/contracts/codes/roles.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { sessionEnded } from '@crm/platform/errors/app-error.js';
import { hashOfSecret, newSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import type { SessionProvider } from '../providers/session-provider.js';
import { readRequirement } from '../settings/change-settings.js';
import type { StoredUser } from '../user/user.model.js';
import type { StoredFactors } from './factors.model.js';
import { isEnrolled, maxStepTries, methodsAt, stepMs } from './factors.rules.js';
import type { RelyingParty } from './relying-party.rules.js';
import type { StoredStep } from './step.model.js';

/** The stored second factors of a user; null for none. */
export const readFactors = ({ models }: Pick<AuthContext, 'models'>, userId: string) =>
  models.factors.findById(userId).lean<StoredFactors | null>();

/** Whether somebody of this role may have no session without a second factor today (rule A32). */
export async function mustHaveFactor(
  ctx: Pick<AuthContext, 'models' | 'clock'>,
  role: RoleId,
): Promise<boolean> {
  const { second_factor } = await readRequirement(ctx);
  return isRequired(second_factor, roleNameOf(role), pacificDate(ctx.clock.now()));
}

/**
 * The step that comes between the right password, or a provider, and a session (rule A31): a proof where factors are enrolled, an
 * enrollment where the role needs one and there is none. Undefined where the password is enough.
 */
export async function beginStep(
  ctx: AuthContext,
  user: Pick<StoredUser, '_id' | 'role_id' | 'session_version'>,
  site: RelyingParty,
  provider?: SessionProvider,
): Promise<SignInStep | undefined> {
  const user_id = user._id.toHexString();
  const factors = await readFactors(ctx, user_id);
  const must_enroll = !isEnrolled(factors);
  if (must_enroll && !(await mustHaveFactor(ctx, user.role_id))) return undefined;
  const token = newSecret();
  const expires_at = new Date(ctx.clock.now().getTime() + stepMs);
  const sv = user.session_version;
  await ctx.models.steps.create({
    _id: hashOfSecret(token),
    user_id,
    sv,
    must_enroll,
    ...(provider && { provider }),
    tries: 0,
    expires_at,
  });
  const methods = factors === null || must_enroll ? [] : methodsAt(factors, site.id);
  return { token, methods, must_enroll, expires_at: expires_at.toISOString() };
}

const live = (ctx: AuthContext, token: string) => ({
  _id: hashOfSecret(token),
  expires_at: { $gt: ctx.clock.now() },
  tries: { $lt: maxStepTries },
});

/** What a step is asked for: a proof of factors that are there, or their enrollment. */
export type StepPurpose = 'proof' | 'enrollment';

const purposes = { proof: { must_enroll: false }, enrollment: { must_enroll: true } } as const;

/** A step that is under way; throws `session_ended` for one that is over, was used, or is of another purpose. */
export async function readStep(ctx: AuthContext, token: string, purpose: StepPurpose): Promise<StoredStep> {
  const step = await ctx.models.steps
    .findOne({ ...live(ctx, token), ...purposes[purpose] })
    .lean<StoredStep | null>();
  if (step === null) throw sessionEnded();
  return step;
}

/** Counts a try before it is looked at, so that many at once get no more of them, and takes the challenge with it. */
export async function countTry(ctx: AuthContext, token: string): Promise<StoredStep> {
  const step = await ctx.models.steps
    .findOneAndUpdate(live(ctx, token), { $inc: { tries: 1 }, $unset: { challenge: 1 } })
    .lean<StoredStep | null>();
  if (step === null) throw sessionEnded();
  return step;
}

/** Uses a step up; of two that prove at the same time, the second one is refused. */
export async function useStep({ models }: AuthContext, step: Pick<StoredStep, '_id'>): Promise<void> {
  const used = await models.steps.deleteOne({ _id: step._id });
  if (used.deletedCount === 0) throw sessionEnded();
}
