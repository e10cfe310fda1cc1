import type { RefusedChannel } from '@crm/contracts/entities/contact.js';

/** The words of what somebody does not want. */
export const channelKeys = {
  all: 'crm.contact.everything',
  call: 'crm.contact.calls',
  text: 'crm.contact.texts',
  email: 'crm.contact.emails',
} as const satisfies Record<RefusedChannel, string>;
