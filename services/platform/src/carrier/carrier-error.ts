import twilio from 'twilio';

/**
 * What a failed request to the carrier means. `refused`: for certain nothing was begun. `over`: what it was about is
 * over or gone. `ours`: credentials or our own number are wrong, and every further request fails the same way. `rate`:
 * too many at once, nothing was begun. `unknown`: nobody knows whether it was carried out.
 */
export type FailureKind = 'refused' | 'over' | 'ours' | 'rate' | 'unknown';

/** A request to the carrier that failed, and what that means. */
export class CarrierError extends Error {
  readonly kind: FailureKind;
  /** The carrier's own number for it, 0 for none. */
  readonly code: number;

  constructor(kind: FailureKind, code: number, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CarrierError';
    this.kind = kind;
    this.code = code;
  }
}

/** A call that is not in progress, one that is gone. */
const overCodes = new Set([20404, 21220]);
/** Authentication, and numbers to call from that are not ours. */
const ourCodes = new Set([20003, 21210, 21212, 21213, 21606]);

/** What an answer of the carrier's means, by its status and its own code. */
export function failureKind(status: number, code: number): FailureKind {
  if (status === 429 || code === 20429) return 'rate';
  if (ourCodes.has(code) || status === 401 || status === 403) return 'ours';
  if (overCodes.has(code) || status === 404) return 'over';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** Reads whatever a request threw. Without an answer nobody knows; a connection that was refused never began. */
export function carrierError(thrown: unknown): CarrierError {
  if (thrown instanceof CarrierError) return thrown;
  if (thrown instanceof twilio.RestException) {
    const { status, code = 0, message } = thrown;
    return new CarrierError(failureKind(status, code), code, message, thrown);
  }
  return new CarrierError('unknown', 0, 'The carrier does not answer', thrown);
}
