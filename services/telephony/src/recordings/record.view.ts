import type { CallRecord } from '@crm/contracts/entities/telephony.js';
import type { MediaLinks } from '../media/media-links.js';
import type { RecordDoc } from './record.model.js';

/** A record as everybody may be told of it: where it plays is one listener's. */
export function recordDetails(doc: RecordDoc): Omit<CallRecord, 'url'> {
  return {
    id: doc._id.toHexString(),
    createdAt: doc.createdAt.toISOString(),
    lead_id: doc.lead_id?.toHexString() ?? null,
    leadName: doc.lead_name,
    user_id: doc.user_id?.toHexString() ?? 0,
    agentName: doc.agent_name,
    duration: doc.duration,
    text: doc.text ?? null,
  };
}

/** A record for whoever bears the token. */
export function recordView(doc: RecordDoc, links: MediaLinks, token: string): CallRecord {
  const { text, ...details } = recordDetails(doc);
  const url = doc.audio === undefined ? '' : links.forUser(token, { kind: 'record', id: details.id });
  return { ...details, url, text };
}
