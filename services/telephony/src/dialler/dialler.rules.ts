import type { AnsweredBy, CallOutcome } from '@crm/contracts/entities/telephony.js';

/** How the dialler fared with a lead; the colours of the guide's list (rule C7). */
export const adStatus = { dialling: 1, failed: 2, notReached: 3, person: 4, machine: 5 } as const;
export type AdStatus = (typeof adStatus)[keyof typeof adStatus];

/** What is known of one attempt, in whatever order it was learnt. */
export interface AttemptDetails {
  /** The carrier took it: it rings, or will. */
  placed: boolean;
  /** Who or what answered; null while nobody has. */
  answeredBy: AnsweredBy | null;
  /** How it came out; null until it is over. */
  outcome: CallOutcome | null;
}

export const noDetails: AttemptDetails = { placed: false, answeredBy: null, outcome: null };

const reached = ({ answeredBy }: AttemptDetails) => answeredBy === 'human' || answeredBy === 'unknown';

/**
 * The lead's AD_status by what is known; null where the lead stays as it was: not dialled yet, stopped before it was, or
 * never heard of again after the carrier failed.
 */
export function adStatusOf(details: AttemptDetails): AdStatus | null {
  const { placed, answeredBy, outcome } = details;
  if (reached(details)) return adStatus.person;
  if (answeredBy === 'machine' || outcome === 'drop') return adStatus.machine;
  if (answeredBy === 'fax') return adStatus.failed;
  switch (outcome) {
    case null:
      return placed ? adStatus.dialling : null;
    case 'busy':
    case 'no-answer':
      return adStatus.notReached;
    case 'canceled':
      return placed ? adStatus.notReached : null;
    case 'completed':
      // Somebody took it, and hung up before it was known who.
      return adStatus.person;
    case 'refused':
      return adStatus.failed;
    case 'failed':
      return placed ? adStatus.failed : null;
  }
}

/** Over, and nobody was rung: the carrier never took it, or the guide stopped before that. */
export const isLost = ({ placed, answeredBy, outcome }: AttemptDetails): boolean =>
  (outcome === 'failed' || outcome === 'canceled') && !placed && answeredBy === null;

/** Facts of two messages about one attempt, put together; the order does not matter. */
export function joined(known: AttemptDetails, published: Partial<AttemptDetails>): AttemptDetails {
  return {
    placed: known.placed || (published.placed ?? false),
    // A person stays a person: what was found out first stands.
    answeredBy: known.answeredBy ?? published.answeredBy ?? null,
    outcome: known.outcome ?? published.outcome ?? null,
  };
}

/** Why the dialler does not call a number at all; undefined where it may be asked about. */
export function numberRefusal(number: string | undefined): string | undefined {
  if (number === undefined) return 'The lead has no phone number';
  if (!/^\+1[2-9]\d{9}$/.test(number)) return 'Calls are only allowed to numbers in this country';
  if (/^\+1(900|976)/.test(number) || /^\+1\d{3}976/.test(number))
    return 'Calls to premium-rate numbers are not allowed';
  return undefined;
}
