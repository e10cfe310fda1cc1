import type { Beneficiary } from '@crm/contracts/http/beneficiaries.js';

/** A beneficiary as it stands in its lead: under the wire's names, `dob` as ISO text. */
export type StoredBeneficiary = Beneficiary;
