import type { CustomerVoicemail } from '@crm/contracts/entities/telephony.js';
import type { MediaLinks } from '../media/media-links.js';
import type { CustomerVoicemailDoc } from './customer-voicemail.model.js';

/** A customer's voicemail as everybody may be told of it: where it plays is one listener's. */
export function customerVoicemailDetails(doc: CustomerVoicemailDoc): Omit<CustomerVoicemail, 'url'> {
  return {
    id: doc._id.toHexString(),
    createdAt: doc.createdAt.toISOString(),
    lead_id: doc.lead_id?.toHexString() ?? null,
    lead_name: doc.lead_name,
    number: doc.number,
    user_id: doc.user_id?.toHexString() ?? 0,
    duration: doc.duration ?? 0,
    text: doc.text ?? null,
    read: doc.read,
  };
}

/** A customer's voicemail for whoever bears the token; without an address where its audio never came. */
export function customerVoicemailView(
  doc: CustomerVoicemailDoc,
  links: MediaLinks,
  token: string,
): CustomerVoicemail {
  const details = customerVoicemailDetails(doc);
  const url = doc.audio === undefined ? '' : links.forUser(token, { kind: 'customer', id: details.id });
  return { ...details, url };
}
