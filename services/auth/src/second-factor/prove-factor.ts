import type { FactorProof } from '@crm/contracts/entities/second-factor.js';
import type { AuthContext } from '../context.js';
import type { StoredFactors } from './factors.model.js';
import { counterAfter, type Challenge } from './passkeys.js';
import { hashOfCode } from './recovery-codes.js';
import { timeStepOf } from './totp.js';

/** Whether a proof is right; then it is used up in the same write, so that it is never right again. */
export function proveFactor(
  ctx: AuthContext,
  factors: StoredFactors,
  proof: FactorProof,
  challenge: Challenge | undefined,
): Promise<boolean> {
  if (proof.method === 'totp') return proveTotp(ctx, factors, proof.code);
  if (proof.method === 'recovery') return useRecoveryCode(ctx, factors, proof.code);
  return provePasskey(ctx, factors, proof.passkey, challenge);
}

async function proveTotp(ctx: AuthContext, { _id, totp }: StoredFactors, code: string): Promise<boolean> {
  if (totp === undefined) return false;
  const step = await timeStepOf(ctx, _id, { sealed: totp.sealed, code, after: totp.last_step });
  if (step === undefined) return false;
  const written = await ctx.models.factors.updateOne(
    // The same key still, and no code of this step taken meanwhile.
    { _id, 'totp.last_step': { $lt: step }, 'totp.sealed.data': totp.sealed.data },
    { $set: { 'totp.last_step': step } },
  );
  return written.matchedCount === 1;
}

async function useRecoveryCode(
  { models }: AuthContext,
  { _id }: StoredFactors,
  code: string,
): Promise<boolean> {
  const hash = hashOfCode(_id, code);
  const used = await models.factors.updateOne({ _id, recovery: hash }, { $pull: { recovery: hash } });
  return used.matchedCount === 1;
}

async function provePasskey(
  ctx: AuthContext,
  { _id, passkeys }: StoredFactors,
  response: Extract<FactorProof, { method: 'passkey' }>['passkey'],
  challenge: Challenge | undefined,
): Promise<boolean> {
  const passkey = passkeys.find(({ id }) => id === response.id);
  if (passkey === undefined || challenge === undefined) return false;
  const counter = await counterAfter(ctx.log, response, { passkey, challenge });
  if (counter === undefined) return false;
  const written = await ctx.models.factors.updateOne(
    { _id, passkeys: { $elemMatch: { id: passkey.id, counter: passkey.counter } } },
    { $set: { 'passkeys.$.counter': counter, 'passkeys.$.last_used_at': ctx.clock.now() } },
  );
  return written.matchedCount === 1;
}
