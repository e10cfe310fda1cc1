import type { TextRegistration } from '@crm/contracts/resources/number.js';
import { readOf, type AccountNumber, type AccountState } from '../carrier-account/account-state.js';
import { isTollfree } from '../phones/area-code.rules.js';

/** The carrier's own words for what is under way. */
const underReview = ['PENDING', 'IN_PROGRESS', 'PENDING_REVIEW', 'IN_REVIEW'];

const ofStatus = (status: string | undefined, approved: string): TextRegistration => {
  if (status === undefined) return 'missing';
  if (status === approved) return 'ready';
  return underReview.includes(status) ? 'pending' : 'refused';
};

/** The best of the campaigns of a Messaging Service: one that is approved is enough. */
const bestOf = (campaigns: readonly string[]) =>
  campaigns.find((status) => status === 'VERIFIED') ??
  campaigns.find((status) => underReview.includes(status)) ??
  campaigns[0];

/**
 * How far a number's registration for texts is: of a local one its campaign's, which it has by the Messaging Service that
 * sends from it; of a toll-free one its own verification. Undefined where the account did not say.
 */
export function textRegistrationOf(
  { sid, number, capabilities }: Pick<AccountNumber, 'sid' | 'number' | 'capabilities'>,
  state: Pick<AccountState, 'service' | 'tollfree'>,
): TextRegistration | undefined {
  if (!capabilities.sms) return 'none';
  if (isTollfree(number)) {
    const verified = readOf(state.tollfree);
    return verified && ofStatus(verified.get(sid), 'TWILIO_APPROVED');
  }
  const service = readOf(state.service);
  if (service === undefined) return undefined;
  if (service?.senders.includes(sid) !== true) return 'missing';
  const campaigns = readOf(service.campaigns);
  return campaigns && ofStatus(bestOf(campaigns), 'VERIFIED');
}
