import type { ConsentEvent } from '@crm/contracts/customers/consent.js';
import { contactChannel, type ContactChannel } from '@crm/contracts/customers/contact.js';

/** What of a consent can be taken back here: what is left of it. Being recorded is taken back on the lead itself. */
export function revocableChannels({ channels, revocations, state }: ConsentEvent): ContactChannel[] {
  if (state !== 'valid' || channels.includes('recording')) return [];
  const revoked = new Set(revocations.flatMap((each) => each.channels));
  return contactChannel.options.filter((channel) => channels.includes(channel) && !revoked.has(channel));
}
