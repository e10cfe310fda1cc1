import { useLeadFormContext } from '../form/form-context.js';
import { LeadInput } from '../form/LeadInput.js';

/** BANK ACCOUNT, in the foot of the life form. */
export function BankAccount() {
  const input = useLeadFormContext().inputs['checking_account'];
  return input && <LeadInput source="checking_account" input={input} />;
}
