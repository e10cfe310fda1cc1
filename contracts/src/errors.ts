import { z } from 'zod';
import { signInStep } from './entities/sign-in-step.js';

/** The colour of a snackbar, carried by every answer that reports an outcome (rule A15). */
export const outcomeStatus = z.enum(['success', 'info', 'warning', 'error']);
export type OutcomeStatus = z.infer<typeof outcomeStatus>;

/** `{ status, message }`: what every answer that reports an outcome carries beside its data. */
export const outcome = z.object({ status: outcomeStatus, message: z.string() });
export type Outcome = z.infer<typeof outcome>;

/** The machine-readable reason of a refusal. The client decides by code, a person reads the message. */
export const errorCode = z.enum([
  'invalid', // 422: one or more fields are wrong, see `errors`
  'wrong_credentials', // 401: a wrong sign-in alone
  'second_step', // 401: the password is right and opens nothing yet, see `sign_in_step`
  'key_invalid', // 401: an API key that is unknown, withdrawn, past its last day, or used from elsewhere
  'session_ended', // 403: no token, an expired or a revoked one
  'forbidden', // 403: a live session that may not do this
  'not_found', // 404: it does not exist, or the asker may not know of it
  'route_unknown', // 404: no such address
  'work_unfinished', // 307 without Location: another lead is not completed
  'conflict', // 409: somebody else saved first, see `conflict`
  'already_exists', // 409
  'locked', // 423: held by somebody else
  'too_large', // 413
  'too_many', // 429
  'unavailable', // 503: a part of the system is out of reach
  'upstream_failed', // 502
  'server_error', // 500
]);
export type ErrorCode = z.infer<typeof errorCode>;

/** One field of a conflicting save: what was sent and what is in the store. */
export const conflictingField = z.object({ field: z.string(), yours: z.unknown(), theirs: z.unknown() });
export type ConflictingField = z.infer<typeof conflictingField>;

/**
 * The body of every refusal, whatever refused it (rule A20).
 * `errors` maps a field's dotted path to its message; all wrong fields are named at once.
 * `lead_id` comes with 307 and 423, and `lead_name` where the asker may see that lead. `conflict` comes with 409 of a
 * versioned save.
 * `retry_after` is in seconds. `sign_in_step` comes with 401 of a sign-in that needs a second factor.
 */
export const errorAnswer = outcome.extend({
  code: errorCode,
  errors: z.record(z.string(), z.string()).optional(),
  lead_id: z.string().optional(),
  lead_name: z.string().optional(),
  conflict: z
    .object({ version: z.int(), changed_by: z.string().nullable(), fields: z.array(conflictingField) })
    .optional(),
  retry_after: z.int().optional(),
  sign_in_step: signInStep.optional(),
  request_id: z.string().optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

/** The HTTP status that goes with each code; the catalogue's numbers stand (rule A20). */
export const httpStatusOf = {
  invalid: 422,
  wrong_credentials: 401,
  second_step: 401,
  key_invalid: 401,
  session_ended: 403,
  forbidden: 403,
  not_found: 404,
  route_unknown: 404,
  work_unfinished: 307,
  conflict: 409,
  already_exists: 409,
  locked: 423,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
  upstream_failed: 502,
  server_error: 500,
} as const satisfies Record<ErrorCode, number>;

/** The product's own sentences, letter for letter as the specification has them. */
export const sentences = {
  sessionEnded: 'Session ended, please login again',
  serverError: 'Server Error',
  completeLead: 'Please complete this lead, change status',
  rememberStatus: 'Please remember to change the status',
  leadUpdated: 'Lead updated',
  leadCreated: 'Lead created successfully!',
  selectToDelete: 'Please select the leads to be able delete it!',
  selectToAssign: 'Please select the leads to be able to re-assign it!',
  selectToSend: 'Leads are not selected!',
  deleteLead: 'Are you sure want to delete this lead?',
} as const;
