import {
  httpStatusOf,
  sentences,
  type ErrorAnswer,
  type ErrorCode,
  type OutcomeStatus,
} from '@crm/contracts/errors.js';
import type { SignInStep } from '@crm/contracts/entities/sign-in-step.js';

/** What a refusal carries beside its message (rule A20). */
export type ErrorDetails = Pick<
  ErrorAnswer,
  'errors' | 'lead_id' | 'lead_name' | 'conflict' | 'retry_after' | 'sign_in_step'
>;

/** The field-by-field account of a save that came too late. */
export type ConflictDetails = NonNullable<ErrorAnswer['conflict']>;

/** The lead that a refusal names: one that the asker may see. */
export interface NamedLead {
  id: string;
  fullname: string;
}

interface AppErrorOptions {
  /** The snackbar's colour; `error` unless said otherwise. */
  status?: OutcomeStatus;
  details?: ErrorDetails;
  cause?: unknown;
}

/**
 * A refusal that is expected: a use case throws it once, through one of the constructors below, and the edge answers
 * it with the status of its code. Anything else that is thrown is a fault of ours and answers 'Server Error'.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: OutcomeStatus;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? 'error';
    this.details = options.details ?? {};
  }

  /** The HTTP status that goes with the code. */
  get httpStatus(): number {
    return httpStatusOf[this.code];
  }
}

/** 422: fields are wrong. `errors` maps dotted paths to messages; without a message of its own the first one is shown. */
export function invalid(errors: Record<string, string>, message?: string): AppError {
  return new AppError('invalid', message ?? Object.values(errors)[0] ?? 'Please check what you entered', {
    details: { errors },
  });
}

/** 422: one field, named by its dotted path, is wrong. */
export function invalidField(field: string, message: string): AppError {
  return invalid({ [field]: message });
}

/** 404: it does not exist, or the asker may not even know of it. `what` begins the sentence: 'Lead'. */
export function notFound(what = 'Record'): AppError {
  return new AppError('not_found', `${what} not found`);
}

/** 404: no call stands at this address. */
export function routeUnknown(): AppError {
  return new AppError('route_unknown', 'No such route');
}

/** 403 of a live session: it may not do this, and stays signed in. */
export function forbidden(message = 'You are not allowed to do this'): AppError {
  return new AppError('forbidden', message);
}

/** 409: somebody else saved first; the details name the version that stands and the fields that differ. */
export function conflict(
  details?: ConflictDetails,
  message = 'Somebody else changed this in the meantime',
): AppError {
  return new AppError('conflict', message, {
    status: 'warning',
    details: details === undefined ? {} : { conflict: details },
  });
}

/** 409: a unique value is taken; `field` is the dotted path of the field that holds it. */
export function alreadyExists(message: string, field?: string): AppError {
  return new AppError('already_exists', message, {
    details: field === undefined ? {} : { errors: { [field]: message } },
  });
}

const detailsOf = ({ id, fullname }: NamedLead): ErrorDetails => ({ lead_id: id, lead_name: fullname });

/** 423: somebody else holds the lead. */
export function locked(lead: NamedLead, message: string): AppError {
  return new AppError('locked', message, { status: 'warning', details: detailsOf(lead) });
}

/** 307 without a Location: another lead, the one named, has to be completed first (rule A16). */
export function workUnfinished(lead: NamedLead): AppError {
  return new AppError('work_unfinished', sentences.completeLead, {
    status: 'warning',
    details: detailsOf(lead),
  });
}

/** 403 that signs out: no token, an expired or a revoked one. */
export function sessionEnded(): AppError {
  return new AppError('session_ended', sentences.sessionEnded);
}

/** 401: a wrong sign-in, and nothing else. */
export function wrongCredentials(message: string): AppError {
  return new AppError('wrong_credentials', message);
}

/** 401: an API key that opens nothing. It is not told why: whoever tries keys learns nothing of those there are. */
export function keyInvalid(): AppError {
  return new AppError('key_invalid', 'This API key is not valid');
}

/** 401: the password is right, and the step named comes before a session (rule A31). */
export function secondStep(step: SignInStep): AppError {
  const message = step.must_enroll ? 'Set up a second factor to sign in' : 'Confirm that it is you';
  return new AppError('second_step', message, { status: 'info', details: { sign_in_step: step } });
}

/** 429: come back in so many whole seconds. */
export function tooMany(retryAfterSeconds: number, message = 'Too many requests, please wait'): AppError {
  return new AppError('too_many', message, {
    status: 'warning',
    details: { retry_after: Math.max(1, Math.ceil(retryAfterSeconds)) },
  });
}

const asSize = (bytes: number) => {
  const [amount, unit] =
    bytes < 1024 ? [bytes, 'bytes'] : bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB'];
  return `${String(Math.round(amount * 10) / 10)} ${unit}`;
};

/** 413: `what` is over the limit, in bytes; `sent` is how many it has, where that is known. */
export function tooLarge(
  limit: number,
  { sent, what = 'What was sent' }: { sent?: number | undefined; what?: string } = {},
): AppError {
  const size = sent === undefined ? '' : ` (${asSize(sent)})`;
  return new AppError('too_large', `${what} is larger than ${asSize(limit)}${size}`);
}

/** 503: a part of the system is out of reach; asking again later may help. */
export function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { cause });
}

/** 502: another part of the system, or a provider, answered something that cannot be used. */
export function upstreamFailed(
  message = 'Another service returned an unexpected response',
  cause?: unknown,
): AppError {
  return new AppError('upstream_failed', message, { cause });
}
