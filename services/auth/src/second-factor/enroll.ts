import { maxPasskeys, type Enrollment } from '@crm/contracts/entities/second-factor.js';
import type { enrollPasskey, enrollTotp } from '@crm/contracts/http/second-factor.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { auditChanges } from '@crm/platform/audit/add-details.js';
import { changesBetween } from '@crm/platform/audit/changes-between.js';
import { forbidden, invalid, invalidField } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import type { PendingEnrollment, StoredFactors } from './factors.model.js';
import { auditedFactors, isEnrolled, stepMs } from './factors.rules.js';
import { creationOptions, readNewPasskey } from './passkeys.js';
import { hashOfCode, makeRecoveryCodes } from './recovery-codes.js';
import { requirePasskeyHost, type RelyingParty } from './relying-party.rules.js';
import { readFactors } from './sign-in-step.js';
import { makeTotpKey, timeStepOf } from './totp.js';

/** Who enrolls a factor. */
export interface Enrolling {
  id: string;
  email: string;
  fullname: string;
}

/** Notes an enrollment that began; the one before it is over. */
async function savePending(
  { models }: AuthContext,
  userId: string,
  pending: PendingEnrollment,
): Promise<void> {
  await models.factors.updateOne(
    { _id: userId },
    { $set: { pending }, $setOnInsert: { passkeys: [], recovery: [] } },
    { upsert: true },
  );
}

const expiry = ({ clock }: AuthContext) => new Date(clock.now().getTime() + stepMs);

/** Begins an authenticator app: its key. The app there is works until a code of the new one arrives. */
export async function beginTotp(ctx: AuthContext, user: Enrolling): Promise<AnswerOf<typeof enrollTotp>> {
  const { sealed, answer } = makeTotpKey(ctx, user);
  await savePending(ctx, user.id, { method: 'totp', sealed, expires_at: expiry(ctx) });
  return answer;
}

/** Begins a passkey: what the browser makes it by. */
export async function beginPasskey(
  ctx: AuthContext,
  user: Enrolling,
  site: RelyingParty,
): Promise<AnswerOf<typeof enrollPasskey>> {
  requirePasskeyHost(site);
  const passkeys = (await readFactors(ctx, user.id))?.passkeys ?? [];
  if (passkeys.length >= maxPasskeys) throw forbidden(`At most ${String(maxPasskeys)} passkeys`);
  const options = await creationOptions(user, site, passkeys);
  await savePending(ctx, user.id, {
    method: 'passkey',
    challenge: options.challenge,
    rp_id: site.id,
    origin: site.origin,
    expires_at: expiry(ctx),
  });
  return options;
}

/** What an enrollment made: the factors after it, and recovery codes with the first one. */
export interface Enrolled {
  factors: StoredFactors;
  recovery_codes: string[] | null;
  message: string;
}

/**
 * Ends the enrollment begun last. The first factor comes with recovery codes, in the same write. Throws `invalid` at
 * what does not fit, or where nothing is under way.
 */
export async function finishEnrollment(
  ctx: AuthContext,
  userId: string,
  enrollment: Enrollment,
): Promise<Enrolled> {
  const before = await readFactors(ctx, userId);
  const { pending } = before ?? {};
  if (before === null || pending === undefined || pending.expires_at <= ctx.clock.now())
    throw invalid({}, 'This took too long, please begin again');
  const added =
    enrollment.method === 'totp'
      ? await readTotp(ctx, before, pending, enrollment.code)
      : await readPasskey(ctx, before, pending, enrollment);
  const isFirst = !isEnrolled(before);
  const recovery_codes = isFirst ? makeRecoveryCodes() : null;
  const recovery = recovery_codes?.map((code) => hashOfCode(userId, code));
  const factors = await ctx.models.factors
    .findOneAndUpdate(
      // Of two that end the same enrollment, the second one finds none.
      { _id: userId, 'pending.expires_at': pending.expires_at, ...added.unless },
      {
        ...added.change,
        $set: { ...added.change.$set, ...(recovery && { recovery }) },
        $unset: { pending: 1 },
      },
      { returnDocument: 'after' },
    )
    .lean<StoredFactors | null>();
  if (factors === null) throw invalid({}, 'This took too long, please begin again');
  auditChanges(
    `second-factor/${userId}`,
    changesBetween(auditedFactors(before), auditedFactors(factors), () => 'values'),
  );
  return { factors, recovery_codes, message: added.message };
}

interface Added {
  unless: object;
  change: { $set?: object; $push?: object };
  message: string;
}

async function readTotp(
  ctx: AuthContext,
  { _id }: StoredFactors,
  pending: PendingEnrollment,
  code: string,
): Promise<Added> {
  const sealed = pending.method === 'totp' ? pending.sealed : undefined;
  const last_step = sealed && (await timeStepOf(ctx, _id, { sealed, code }));
  if (sealed === undefined || last_step === undefined)
    throw invalidField('enrollment.code', 'This code is wrong. Check the clock of the phone');
  const totp = { sealed, since: ctx.clock.now(), last_step };
  return {
    unless: { 'pending.sealed.data': sealed.data },
    change: { $set: { totp } },
    message: 'Authenticator app added',
  };
}

async function readPasskey(
  ctx: AuthContext,
  { _id }: StoredFactors,
  pending: PendingEnrollment,
  { name, passkey: response }: Extract<Enrollment, { method: 'passkey' }>,
): Promise<Added> {
  const refusal = invalidField('enrollment.passkey', 'This passkey was not accepted');
  if (pending.method !== 'passkey') throw refusal;
  const { challenge: value, rp_id, origin } = pending;
  // Each challenge is looked at once, whatever comes of it.
  const taken = await ctx.models.factors.updateOne(
    { _id, 'pending.challenge': value },
    { $unset: { 'pending.challenge': 1 } },
  );
  if (taken.matchedCount === 0) throw refusal;
  const made = await readNewPasskey(ctx.log, response, { value, rp_id, origin });
  if (made === undefined || (await ctx.models.factors.exists({ 'passkeys.id': made.id })) !== null)
    throw refusal;
  const passkey = { ...made, rp_id, name, created_at: ctx.clock.now(), last_used_at: null };
  return {
    unless: { 'passkeys.id': { $ne: made.id } },
    change: { $push: { passkeys: passkey } },
    message: 'Passkey added',
  };
}
