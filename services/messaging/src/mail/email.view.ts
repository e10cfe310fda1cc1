import type { SentEmail } from '@crm/contracts/entities/messaging.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { EmailDoc } from './email.model.js';

/** An e-mail as browsers and other services see it. */
export function emailView(doc: Omit<EmailDoc, 'version' | 'outbox' | 'outboxAt'>): SentEmail {
  return {
    id: doc._id.toHexString(),
    lead_id: doc.lead_id.toHexString(),
    user_id: doc.user_id.toHexString(),
    to: doc.to,
    title: doc.title ?? '',
    text: doc.text ?? '',
    fname: doc.fname,
    lname: doc.lname,
    send_status: doc.send_status,
    reason: doc.reason,
    createdAt: doc.createdAt.toISOString(),
  };
}

/** What whoever sent an e-mail is told of it. */
export function emailOutcome(email: SentEmail): Outcome & { email: SentEmail } {
  if (email.send_status === 'sent') return { ...success('E-mail sent'), email };
  if (email.send_status === 'sending') return { status: 'info', message: 'E-mail is being sent', email };
  return { status: 'error', message: `E-mail not sent: ${email.reason}`, email };
}
