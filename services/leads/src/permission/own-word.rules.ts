import { addDays, pacificDate } from '@crm/contracts/time/pacific.js';
import type { OptOutDecision, OptOutHow, RefusedChannel } from '@crm/contracts/customers/contact.js';

const ofMessages: readonly OptOutHow[] = ['keyword', 'carrier'];

/** Whether the customer's own word closed it, by a text or through the carrier, alone or beside another's. */
export const isOwnWord = ({ how, own_word }: { how: OptOutHow; own_word?: 0 | 1 }): boolean =>
  ofMessages.includes(how) || own_word === 1;

interface Listed {
  channel: RefusedChannel;
  how: OptOutHow;
  own_word?: 0 | 1;
  decision?: OptOutDecision | null;
}

/** Why an admin may not set aside what is listed for a channel; undefined where the customer said nothing of it. */
export function overrideDenialReason(
  entries: readonly Listed[],
  channel: RefusedChannel,
): string | undefined {
  const own = entries.filter(
    (each) => (each.channel === 'all' || each.channel === channel) && isOwnWord(each),
  );
  if (own.length === 0) return undefined;
  return own.every(({ decision }) => decision === 'open')
    ? 'The customer’s words are to be decided about under Do not contact first'
    : 'The customer opted out: only they can open it again';
}

/** For so many days a customer's request to be contacted is a reason to do so. */
const maxRequestDays = 90;

/** Why the date of a customer's request does not do; undefined where it does. */
export function requestDateError(requestedOn: string, now: Date): string | undefined {
  const today = pacificDate(now);
  if (requestedOn > today) return 'The date of the request is in the future';
  return requestedOn < addDays(today, -maxRequestDays)
    ? `The request is more than ${String(maxRequestDays)} days old`
    : undefined;
}

/** Why an admin may not take an entry off the list; undefined where they may. */
export function liftDenialReason(entry: Pick<Listed, 'how' | 'own_word' | 'decision'>): string | undefined {
  if (!isOwnWord(entry)) return undefined;
  return entry.decision === 'open'
    ? 'The customer’s words are to be decided about first'
    : 'The customer opted out: only they can open it again, with START';
}
