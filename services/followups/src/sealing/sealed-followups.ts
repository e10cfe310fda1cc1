import { sealed } from '@crm/platform/encryption/seal-store.js';

/** What somebody wrote down for a call-back may say something of a person's health: it is encrypted under the lead's key. */
export const sealedFollowups = sealed('followups', 'lead_id', 'description');
