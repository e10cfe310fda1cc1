import { recordingReady, recordingTranscribed } from '@crm/contracts/bus/call-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { RecordDoc } from './record.model.js';
import { recordDetails } from './record.view.js';

const about = ({ _id, version }: RecordDoc, now: Date) =>
  ({
    source: 'telephony',
    subject: `record/${_id.toHexString()}`,
    sequence: version + 1,
    actor: 'system',
    now,
  }) as const;

/**
 * A call was recorded and its audio is kept; `doc` is the record before the change that tells it. What was said in it is
 * told by its own event.
 */
export const readyEvent = (doc: RecordDoc, now: Date) =>
  newEvent(recordingReady, { ...about(doc, now), data: { ...recordDetails(doc), text: null } });

/** What was said in it was written down. */
export const transcribedEvent = (doc: RecordDoc, text: string, now: Date) =>
  newEvent(recordingTranscribed, {
    ...about(doc, now),
    data: { record_id: doc._id.toHexString(), lead_id: doc.lead_id?.toHexString() ?? null, text },
  });
