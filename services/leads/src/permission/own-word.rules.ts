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
