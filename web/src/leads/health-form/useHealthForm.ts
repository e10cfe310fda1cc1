import { useMemo } from 'react';
import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { useReferenceList } from '../../reference/useReferenceList.js';
import { healthLists } from '../form/kept-lists.js';
import { codesIn } from '../form/shown-conflicts.js';
import { healthKind } from './health-kind.js';
import { usePersonTexts } from './usePersonTexts.js';

/** What a form of a health lead is made of. */
export function useHealthForm(lead: HealthLead | undefined) {
  const medications = useReferenceList(healthLists.medications, lead?.medications);
  const companies = useReferenceList(healthLists.current_company, [lead?.current_company ?? '']);
  const persons = usePersonTexts();
  // What offers one is drawn again with another.
  const lists = useMemo(() => ({ medications, current_company: companies }), [medications, companies]);
  return {
    kind: healthKind,
    lists,
    texts: { ...persons, medications: codesIn(medications), current_company: codesIn(companies) },
  };
}
