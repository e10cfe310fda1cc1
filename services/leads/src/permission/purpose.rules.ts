import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { ContactPurpose } from '@crm/contracts/customers/contact.js';

/** Whoever wrote or called is answered for so long; after that it is solicitation again. */
export const answerMs = 48 * 3_600_000;

/** Statuses of leads that have a policy: contact is about that. */
const customers: readonly StatusCode[] = ['purchased', 'in-force'];

/** Whether a status makes somebody a customer of ours. */
export const isCustomer = (status: StatusCode | null): boolean =>
  status !== null && customers.includes(status);

interface Known {
  isThirdParty: boolean;
  /** Whether it answers a text that says HELP. */
  isHelpReply?: boolean;
  status: StatusCode | null;
  /** When the number last wrote to us or called us; null where that was not lately. */
  reachedAt: Date | null;
  now: Date;
}

/** Whether the customer wrote or called so lately that a contact answers them. */
export const isAnswer = ({ reachedAt, now }: Pick<Known, 'reachedAt' | 'now'>): boolean =>
  reachedAt !== null && now.getTime() - reachedAt.getTime() < answerMs;

/** What a contact is for. Nobody chooses it: what is not known to be service is sales. */
export function purposeOf(known: Known): ContactPurpose {
  if (known.isHelpReply === true) return 'help-reply';
  if (known.isThirdParty) return 'third-party';
  return isCustomer(known.status) || isAnswer(known) ? 'service' : 'sales';
}
