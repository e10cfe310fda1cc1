import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { useReferenceList } from '../../reference/useReferenceList.js';
import { codesIn } from '../form/shown-conflicts.js';
import { healthKind } from './health-kind.js';
import { usePersonTexts } from './usePersonTexts.js';

/** What a form of a health lead is made of. */
export function useHealthForm(lead: HealthLead | undefined) {
  const medications = useReferenceList('healthMedications', lead?.medications);
  const companies = useReferenceList('health_current_company', [lead?.current_company ?? '']);
  const persons = usePersonTexts();
  return {
    kind: healthKind,
    lists: { medications, current_company: companies },
    texts: { ...persons, medications: codesIn(medications), current_company: codesIn(companies) },
  };
}
