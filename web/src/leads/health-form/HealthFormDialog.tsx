import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { LeadFormDialog, type LeadFormProps } from '../form/LeadFormDialog.js';
import { Children, Spouse } from './Family.js';
import { useHealthForm } from './useHealthForm.js';

/** Makes or edits a health lead (rule L6). */
export default function HealthFormDialog(props: LeadFormProps<HealthLead>) {
  return (
    <LeadFormDialog
      {...props}
      {...useHealthForm(props.lead)}
      own={{ spouse: <Spouse />, children: <Children /> }}
    />
  );
}
