import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { LeadFormDialog, type LeadFormProps } from '../form/LeadFormDialog.js';
import { useKindBeginningWith } from '../form/useKindBeginningWith.js';
import { Children, Spouse } from './Family.js';
import { useHealthForm } from './useHealthForm.js';

/** Makes or edits a health lead (rule L6). */
export default function HealthFormDialog({
  phone,
  ...props
}: LeadFormProps<HealthLead> & {
  /** The number that a new lead begins with. */
  phone?: string;
}) {
  const form = useHealthForm(props.lead);
  return (
    <LeadFormDialog
      {...props}
      {...form}
      kind={useKindBeginningWith(phone, form.kind)}
      own={{ spouse: <Spouse />, children: <Children /> }}
    />
  );
}
