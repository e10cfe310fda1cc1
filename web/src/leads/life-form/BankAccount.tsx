import { FieldInput } from '../../fields/FieldInput.js';
import { useLeadFormContext } from '../form/form-context.js';

/** BANK ACCOUNT, in the foot of the life form. */
export function BankAccount() {
  const input = useLeadFormContext().inputs['checking_account'];
  return input && <FieldInput source="checking_account" field={input} />;
}
