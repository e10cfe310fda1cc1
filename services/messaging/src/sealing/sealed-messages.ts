import { keyOwner } from '@crm/platform/encryption/key-owner.js';
import { sealed } from '@crm/platform/encryption/seal-store.js';

/**
 * What people write to each other is encrypted: e-mails and our own texts under the lead's key. A customer's text is stored
 * before anybody knows whose it is: it has a key of its own, as what a stranger wrote has, and the notification of it.
 */
export const sealedTexts = sealed('texts', keyOwner, 'text');
export const sealedEmails = sealed('emails', 'lead_id', 'title', 'text');
export const sealedNotifications = sealed('notifications', keyOwner, 'body');

/** What the service encrypts. */
export const sealedMessages = [sealedTexts, sealedEmails, sealedNotifications] as const;
