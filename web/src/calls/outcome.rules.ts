import { statuses, type SavableStatus, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';

const groupOf = new Map(statuses.map(({ id, group }) => [id, group]));

/** The attempt that follows; the last one repeats, and from any other status the count begins. */
function nextAttempt(status: StatusCode): SavableStatus {
  switch (status) {
    case 'contactAttempt1':
      return 'contactAttempt2';
    case 'contactAttempt2':
      return 'contactAttempt3';
    case 'contactAttempt3':
    case 'contactAttempt4':
      return 'contactAttempt4';
    default:
      return 'contactAttempt1';
  }
}

/**
 * The six likeliest outcomes of a call, in the order of their keys: 1 the next attempt and 2 Call Back, wherever they make
 * sense, so that the hand learns them. A status that was proposed is always among them.
 */
export function likelyOutcomes(
  { status, type_id }: Pick<LeadRow, 'status' | 'type_id'>,
  { wasAnswered, proposed }: { wasAnswered: boolean; proposed?: SavableStatus | undefined },
): SavableStatus[] {
  const likely = outcomesFor(status, type_id, wasAnswered);
  if (proposed === undefined || likely.includes(proposed)) return likely;
  return [...likely.slice(0, -1), proposed];
}

function outcomesFor(status: StatusCode, type: LeadRow['type_id'], wasAnswered: boolean): SavableStatus[] {
  const attempt = nextAttempt(status);
  const isSubmitted = status === 'inApplication' || groupOf.get(status) === 'After Submitted';
  // Health applications have no underwriting.
  if (isSubmitted)
    return [
      type === 2 ? 'underwriting' : 'inApplication',
      ...(['followUp', 'approved', 'in-force', 'declined', 'cancelled'] as const),
    ];
  if (!wasAnswered)
    return [attempt, 'followUp', 'wrongPhoneNumber', 'notInterested', 'thinkingAboutIt', 'doNotCall'];
  const last = groupOf.get(status) === 'Pre-Contact' ? 'wrongPhoneNumber' : 'inApplication';
  return [attempt, 'followUp', 'notInterested', 'thinkingAboutIt', 'priceTooHigh', last];
}
