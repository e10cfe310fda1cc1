import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { id } from '@crm/contracts/ids.js';

/** The id of the delivery of an event to a webhook, in hexadecimal digits: the same however often the bus brings the event. */
export const deliveryId = (webhookId: string, eventId: string): string =>
  createHash('sha256').update(`${webhookId} ${eventId}`).digest('hex').slice(0, 24);

const aLead = id.nullable().optional().catch(undefined);
/** Where the events of the bus name leads. */
const named = z
  .object({
    lead_id: aLead,
    lead_ids: z.array(id).optional().catch(undefined),
    lead: z.object({ id }).optional().catch(undefined),
    followup: z.object({ lead_id: aLead }).optional().catch(undefined),
    call: z.object({ lead_id: aLead }).nullish().catch(undefined),
    voicemail: z.object({ lead_id: aLead }).optional().catch(undefined),
    text_message: z.object({ lead_id: aLead }).optional().catch(undefined),
  })
  .catch({});

/** The leads that an event is about: an erasure finds its deliveries by them. */
export function leadIdsOf({ data, subject }: Pick<Envelope, 'data' | 'subject'>): string[] {
  const { lead_id, lead_ids = [], lead, followup, call, voicemail, text_message } = named.parse(data);
  const [, ofSubject] = /^lead\/([0-9a-f]{24})/.exec(subject) ?? [];
  const all = [
    ...[lead_id, lead?.id, followup?.lead_id, call?.lead_id, voicemail?.lead_id, text_message?.lead_id],
    ...[...lead_ids, ofSubject],
  ];
  return [...new Set(all.filter((each) => each !== undefined && each !== null))];
}
