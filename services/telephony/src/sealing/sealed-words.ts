import { keyOwner } from '@crm/platform/encryption/key-owner.js';
import { sealed } from '@crm/platform/encryption/seal-store.js';

/** What was written down of recorded calls and of customers' voicemails is encrypted, under the lead's key where there is a lead. */
export const sealedWords = [
  sealed('records', keyOwner, 'text'),
  sealed('customervoicemails', keyOwner, 'text'),
] as const;
