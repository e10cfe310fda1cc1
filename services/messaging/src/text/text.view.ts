import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { textFileView } from './text-file.view.js';
import { canResend } from './reduce-text.rules.js';
import type { TextDoc } from './text.model.js';

/** A text as browsers and other services see it. */
export function textView(doc: Omit<TextDoc, 'outbox' | 'outboxAt'>): TextMessage {
  return {
    id: doc._id.toHexString(),
    lead_id: doc.lead_id?.toHexString() ?? null,
    user_id: doc.user_id?.toHexString() ?? 0,
    text: doc.text ?? '',
    files: (doc.files ?? []).map(textFileView),
    is_client_message: doc.is_client_message,
    customer_fullname: doc.customer_fullname,
    customer_phone: doc.customer_phone,
    agent_fullname: doc.agent_fullname,
    read_status: doc.read_status,
    send_status: doc.send_status,
    reason: doc.reason,
    can_resend: doc.is_client_message === 0 && canResend(doc),
    createdAt: doc.createdAt.toISOString(),
    version: doc.version,
  };
}
