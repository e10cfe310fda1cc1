import type { Actor } from '@crm/contracts/access.js';
import { roleNameOf } from '@crm/contracts/codes/roles.js';
import { requiredFrom } from '@crm/contracts/entities/factor-requirement.js';
import type { SecondFactor } from '@crm/contracts/entities/second-factor.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type * as calls from '@crm/contracts/http/second-factor.js';
import type { SessionClaims } from '@crm/contracts/token.js';
import { auditChanges, auditSubject } from '@crm/platform/audit/add-details.js';
import { changesBetween } from '@crm/platform/audit/changes-between.js';
import { conflict, forbidden, notFound } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { provePassword } from '../sessions/prove-password.js';
import { endSessionsOf } from '../sessions/sign-out.js';
import { endOtherSessions } from '../sessions/user-sessions.js';
import { readRequirement } from '../settings/change-settings.js';
import type { StoredUser } from '../user/user.model.js';
import { beginPasskey, beginTotp, finishEnrollment } from '../second-factor/enroll.js';
import type { StoredFactors } from '../second-factor/factors.model.js';
import { auditedFactors, factorsView, isEnrolled, isLastFactor } from '../second-factor/factors.rules.js';
import { hashOfCode, makeRecoveryCodes } from '../second-factor/recovery-codes.js';
import type { RelyingParty } from '../second-factor/relying-party.rules.js';
import { mustHaveFactor, readFactors } from '../second-factor/sign-in-step.js';

async function viewOf(
  ctx: AuthContext,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  factors: StoredFactors | null,
): Promise<SecondFactor> {
  const { second_factor } = await readRequirement(ctx);
  return factorsView(id, factors, requiredFrom(second_factor, roleNameOf(role)));
}

/** The user's own second factors. */
export async function readOwnFactors(
  ctx: AuthContext,
  actor: Actor,
): Promise<AnswerOf<typeof calls.getSecondFactor>> {
  return { second_factor: await viewOf(ctx, actor, await readFactors(ctx, actor.id)) };
}

/** Asks for the password once more: whoever finds an open browser must not keep the account. */
async function proven(ctx: AuthContext, actor: Actor, password: string, address: string) {
  auditSubject(`user/${actor.id}`);
  const user = await ctx.models.users
    .findById(actor.id, { email: 1, email_lower: 1, fullname: 1, password_hash: 1, known_networks: 1 })
    .lean<StoredUser | null>();
  if (user === null) throw notFound('User');
  const refusal = { field: 'password', message: 'The password is wrong' };
  await provePassword(ctx, user, password, { address, refusal });
  return { id: actor.id, email: user.email, fullname: user.fullname };
}

/** Begins an authenticator app, after the password. */
export const enrollOwnTotp = async (
  ctx: AuthContext,
  actor: Actor,
  { password }: InputOf<typeof calls.enrollTotp>['body'],
  address: string,
): Promise<AnswerOf<typeof calls.enrollTotp>> => beginTotp(ctx, await proven(ctx, actor, password, address));

/** Begins a passkey, after the password. */
export const enrollOwnPasskey = async (
  ctx: AuthContext,
  actor: Actor,
  { password }: InputOf<typeof calls.enrollPasskey>['body'],
  { address, site }: { address: string; site: RelyingParty },
): Promise<AnswerOf<typeof calls.enrollPasskey>> =>
  beginPasskey(ctx, await proven(ctx, actor, password, address), site);

/** Ends an enrollment. With the first factor all sessions end that began without one, but for the one that asks. */
export async function finishOwnEnrollment(
  ctx: AuthContext,
  actor: Actor,
  claims: Pick<SessionClaims, 'jti' | 'sid' | 'exp'>,
  { enrollment }: InputOf<typeof calls.finishEnrollment>['body'],
): Promise<AnswerOf<typeof calls.finishEnrollment>> {
  auditSubject(`user/${actor.id}`);
  const { factors, recovery_codes, message } = await finishEnrollment(ctx, actor.id, enrollment);
  if (recovery_codes !== null) await endOtherSessions(ctx, actor, claims);
  return { second_factor: await viewOf(ctx, actor, factors), recovery_codes, status: 'success', message };
}

/** Removes the app or a passkey, after the password; with the last one, the recovery codes. */
export async function removeOwnFactor(
  ctx: AuthContext,
  actor: Actor,
  { password, factor }: InputOf<typeof calls.removeFactor>['body'],
  address: string,
): Promise<AnswerOf<typeof calls.removeFactor>> {
  await proven(ctx, actor, password, address);
  const before = await readFactors(ctx, actor.id);
  const isThere =
    factor === 'totp' ? before?.totp !== undefined : before?.passkeys.some(({ id }) => id === factor);
  if (before === null || isThere !== true) throw notFound('Second factor');
  const isLast = isLastFactor(before, factor);
  if (isLast && (await mustHaveFactor(ctx, actor.role)))
    throw forbidden('Your role needs a second factor: add another one first');
  const after = await ctx.models.factors
    .findOneAndUpdate(
      // Of two removals at once, the second one looks again at what is left.
      {
        _id: actor.id,
        passkeys: { $size: before.passkeys.length },
        totp: { $exists: before.totp !== undefined },
      },
      withoutFactor(factor, isLast),
      { returnDocument: 'after' },
    )
    .lean<StoredFactors | null>();
  if (after === null) throw conflict();
  auditRemoval(actor.id, before, after);
  return { second_factor: await viewOf(ctx, actor, after), status: 'success', message: 'Removed' };
}

const withoutFactor = (factor: string, isLast: boolean) => ({
  ...(factor === 'totp' ? { $unset: { totp: 1 } } : { $pull: { passkeys: { id: factor } } }),
  ...(isLast ? { $set: { recovery: [] } } : {}),
});

const auditRemoval = (userId: string, before: StoredFactors, after: StoredFactors | null) => {
  auditChanges(
    `second-factor/${userId}`,
    changesBetween(auditedFactors(before), auditedFactors(after), () => 'values'),
  );
};

/** Makes ten new recovery codes, after the password; those of before are void. */
export async function renewRecoveryCodes(
  ctx: AuthContext,
  actor: Actor,
  { password }: InputOf<typeof calls.renewRecoveryCodes>['body'],
  address: string,
): Promise<AnswerOf<typeof calls.renewRecoveryCodes>> {
  await proven(ctx, actor, password, address);
  const recovery_codes = makeRecoveryCodes();
  const recovery = recovery_codes.map((code) => hashOfCode(actor.id, code));
  const written = await ctx.models.factors.updateOne(
    { _id: actor.id, $or: [{ totp: { $exists: true } }, { 'passkeys.0': { $exists: true } }] },
    { $set: { recovery } },
  );
  if (written.matchedCount === 0) throw notFound('Second factor');
  return { recovery_codes, status: 'success', message: 'The old recovery codes are void' };
}

/**
 * Removes all factors of somebody else, who lost a phone, and ends their sessions. Their next sign-in needs the
 * password alone, or enrolls a factor where the role needs one.
 */
export async function removeFactorsOf(
  ctx: AuthContext,
  actor: Actor,
  userId: string,
): Promise<AnswerOf<typeof calls.removeFactorsOfUser>> {
  const before = userId === actor.id ? null : await readFactors(ctx, userId);
  if (before === null || !isEnrolled(before)) throw notFound('Second factor');
  await ctx.models.factors.deleteOne({ _id: userId });
  auditRemoval(userId, before, null);
  await endSessionsOf(ctx, actor, userId);
  return { status: 'success', message: 'Second factors removed' };
}
