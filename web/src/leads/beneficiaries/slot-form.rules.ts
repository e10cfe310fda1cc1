import type { Beneficiary } from '@crm/contracts/http/beneficiaries.js';
import {
  percentLeftFor,
  type BeneficiaryForm,
  type BeneficiaryNumber,
} from '@crm/contracts/leads/beneficiary.rules.js';

/** What a slot shows before anybody types: what is stored, or nothing and all that the other slots leave. */
export function formOfSlot(number: BeneficiaryNumber, stored: readonly Beneficiary[]): BeneficiaryForm {
  const filled = stored.find((each) => each.number === number);
  if (filled === undefined) {
    return {
      name: '',
      relative_id: null,
      dob: '',
      location: '',
      grand_kids: '',
      work_status: '',
      percent: Math.max(1, percentLeftFor(number, stored)),
    };
  }
  const { number: _slot, ...form } = filled;
  return { ...form, grand_kids: form.grand_kids ?? '', work_status: form.work_status ?? '' };
}

/** What of a lead is given away in all. */
export const percentGiven = (stored: readonly Beneficiary[]): number =>
  stored.reduce((sum, { percent }) => sum + percent, 0);
