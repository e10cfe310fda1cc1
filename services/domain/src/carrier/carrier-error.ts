import twilio from 'twilio';
import { codeOf, type FailureKind } from './carrier-codes.rules.js';

/** A failed carrier request and its meaning; the message is for people. */
export class CarrierError extends Error {
  readonly kind: FailureKind;
  /** The carrier's error code, 0 for none. */
  readonly code: number;

  constructor(kind: FailureKind, code: number, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CarrierError';
    this.kind = kind;
    this.code = code;
  }
}

/** An error of our own account: the operator must fix it, and it says nothing about the recipient. */
export class AccountFault extends CarrierError {
  constructor(code: number, message: string, cause: unknown) {
    super('account', code, message, cause);
    this.name = 'AccountFault';
  }
}

/** Classifies a carrier response by status and error code. */
export function failureKind(status: number, code: number): FailureKind {
  const known = codeOf(code);
  if (status === 429) return 'rate';
  if (known !== undefined) return known.kind;
  if (status === 401 || status === 403) return 'account';
  if (status === 404) return 'over';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/**
 * Classifies whatever a request threw. Without a response the outcome is unknown; a refused connection never
 * started it.
 */
export function carrierError(thrown: unknown): CarrierError {
  if (thrown instanceof CarrierError) return thrown;
  if (thrown instanceof twilio.RestException) {
    const { status, code = 0, message } = thrown;
    const kind = failureKind(status, code);
    const sentence = codeOf(code)?.sentence ?? message;
    return kind === 'account'
      ? new AccountFault(code, sentence, thrown)
      : new CarrierError(kind, code, sentence, thrown);
  }
  return new CarrierError('unknown', 0, 'The carrier does not answer', thrown);
}
