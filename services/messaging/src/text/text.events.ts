import { textStatusChanged } from '@crm/contracts/bus/messaging-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { TextDoc } from './text.model.js';
import { textView } from './text.view.js';

/** What every message about a text begins with. */
export const aboutText = (doc: Pick<TextDoc, '_id'>, sequence: number, now: Date) => ({
  source: 'messaging' as const,
  subject: `text/${doc._id.toHexString()}`,
  sequence,
  actor: 'system' as const,
  now,
});

/** The event that a text, its files or its lead changed; browsers draw it anew. */
export function statusChangedEvent(text: TextDoc, now: Date) {
  const view = textView(text);
  return newEvent(textStatusChanged, {
    ...aboutText(text, text.version, now),
    data: { message_id: view.id, send_status: view.send_status, text_message: view },
  });
}
