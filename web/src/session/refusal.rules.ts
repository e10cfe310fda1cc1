import { sentences, type ErrorAnswer, type OutcomeStatus } from '@crm/contracts/errors.js';

/** The lead because of which something was refused. */
export interface RefusedLead {
  id: string;
  name: string | undefined;
}

/** What a refusal means for the whole application, whoever made the call. */
export type Consequence =
  | { kind: 'end-session'; message: string }
  | { kind: 'say'; status: OutcomeStatus; message: string }
  | { kind: 'resume-work'; lead: RefusedLead; status: OutcomeStatus; message: string }
  | { kind: 'go-to-life'; lead?: RefusedLead | undefined; status: OutcomeStatus; message: string }
  | { kind: 'none' };

/**
 * Reads a refusal (rules A7 and A16): `forbidden` is said and keeps
 * the session, any other 403 ends it; 307 opens the unfinished lead; 423 leads to the life dashboard. Everything else is
 * the caller's own affair.
 */
export function consequenceOf(httpStatus: number | undefined, refusal: ErrorAnswer | undefined): Consequence {
  if (httpStatus === 403) {
    return refusal?.code === 'forbidden'
      ? { kind: 'say', status: refusal.status, message: refusal.message }
      : { kind: 'end-session', message: sentences.sessionEnded };
  }
  if (!refusal) return { kind: 'none' };
  const { status, message, lead_id, lead_name } = refusal;
  const lead = lead_id === undefined ? undefined : { id: lead_id, name: lead_name };
  if (httpStatus === 307 && lead) return { kind: 'resume-work', lead, status, message };
  if (httpStatus === 423) return { kind: 'go-to-life', lead, status, message };
  return { kind: 'none' };
}
