import type { Beneficiary } from '@crm/contracts/http/beneficiaries.js';

/** A beneficiary as it is in its lead: under the wire's names, `dob` as ISO text. */
export type StoredBeneficiary = Beneficiary;
