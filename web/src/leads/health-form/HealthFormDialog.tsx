import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { useReferenceList } from '../../reference/useReferenceList.js';
import { LeadFormDialog, type LeadFormProps } from '../form/LeadFormDialog.js';
import { codesIn } from '../form/shown-conflicts.js';
import { Children, Spouse } from './Family.js';
import { healthKind } from './health-kind.js';
import { usePersonTexts } from './usePersonTexts.js';

/** Makes or edits a health lead (rule L6). */
export default function HealthFormDialog(props: LeadFormProps<HealthLead>) {
  const { lead } = props;
  const medications = useReferenceList('healthMedications', lead?.medications);
  const companies = useReferenceList('health_current_company', [lead?.current_company ?? '']);
  const persons = usePersonTexts();
  return (
    <LeadFormDialog
      {...props}
      kind={healthKind}
      lists={{ medications, current_company: companies }}
      texts={{ ...persons, medications: codesIn(medications), current_company: codesIn(companies) }}
      own={{ spouse: <Spouse />, children: <Children /> }}
    />
  );
}
