import { sealedFields } from '@crm/contracts/fields/lead-shapes.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { sealed } from '@crm/platform/encryption/seal-store.js';
import type { SealedFields } from '@crm/platform/encryption/sealed-fields.js';

/** The leads: what is defined as sealed of either type, and the beneficiaries with their birth dates. */
export const sealedLeads = sealed(
  'leads',
  '_id',
  ...Object.keys({ ...sealedFields(lifeLeads.fields), ...sealedFields(healthLeads.fields) }),
  'beneficiaries',
);

/** What the service encrypts, under the key of the lead, of the import or of the data-subject request that it belongs to. */
export const sealedCollections: readonly SealedFields[] = [
  sealedLeads,
  sealed('deletedleads', '_id', 'lead'),
  sealed('notes', 'lead_id', 'message'),
  sealed('lead_changes', 'lead_id', 'followup'),
  sealed('refusedrows', 'import_id', 'row'),
  sealed('privacysheets', 'request_id', 'records'),
];
