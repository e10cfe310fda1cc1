import type { SecondFactor } from '@crm/contracts/entities/second-factor.js';
import type { FactorMethod } from '@crm/contracts/entities/sign-in-step.js';
import type { StoredFactors } from './factors.model.js';

/** How long an enrollment and a second step last. */
export const stepMs = 5 * 60 * 1000;
/** Proofs that one step takes; behind them the password is asked again. */
export const maxStepTries = 5;

type Enrolled = Pick<StoredFactors, 'passkeys' | 'totp' | 'recovery'>;

/** Whether somebody has a second factor; recovery codes alone are none. */
export const isEnrolled = (factors: Pick<StoredFactors, 'passkeys' | 'totp'> | null): boolean =>
  factors !== null && (factors.totp !== undefined || factors.passkeys.length > 0);

/**
 * How somebody can prove at a host that it is them, the strongest way first. Passkeys of another host cannot be asked
 * for here, and recovery codes are left for those who have nothing else at hand.
 */
export function methodsAt(factors: Enrolled, rpId: string): FactorMethod[] {
  return [
    ...(factors.passkeys.some(({ rp_id }) => rp_id === rpId) ? (['passkey'] as const) : []),
    ...(factors.totp === undefined ? [] : (['totp'] as const)),
    ...(factors.recovery.length === 0 ? [] : (['recovery'] as const)),
  ];
}

/** Whether somebody would be left without a second factor if this one went: `totp`, or a passkey's id. */
export const isLastFactor = ({ passkeys, totp }: Enrolled, factor: string): boolean =>
  factor === 'totp' ? passkeys.length === 0 : totp === undefined && passkeys.every(({ id }) => id === factor);

/** The factors as their owner sees them: no key, no hash. */
export function factorsView(
  userId: string,
  factors: Enrolled | null,
  required_from: string | null,
): SecondFactor {
  return {
    user_id: userId,
    passkeys: (factors?.passkeys ?? []).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    totp_since: factors?.totp?.since.toISOString() ?? null,
    recovery_codes_left: factors?.recovery.length ?? 0,
    required_from,
  };
}

/** The factors as the audit log names them. */
export const auditedFactors = (factors: Enrolled | null): Record<string, unknown> => ({
  authenticator_app: factors?.totp === undefined ? null : 'set up',
  passkeys: (factors?.passkeys ?? []).map(({ name }) => name).join(', '),
});
