import type { PersonForm } from '@crm/contracts/resources/family.js';
import { relativeFields } from '@crm/contracts/resources/family.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import type { OwnTexts } from '../form/shown-conflicts.js';
import { isPeople, isPerson } from './person-form.js';
import { shownValue } from '../../fields/shown-value.js';

const { gender, height, weight, tobacco } = relativeFields;

const personText = (person: PersonForm): string =>
  [
    person.name,
    person.birth_date,
    shownValue(gender, person.gender || null),
    person.height && shownValue(height, Number(person.height)),
    person.weight && shownValue(weight, Number(person.weight)),
    person.tobacco === 1 ? tobacco.label : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

/** How the spouse and the children read in one line each. */
export function usePersonTexts(): OwnTexts {
  const translate = useLeadFormMessages();
  return {
    spouse: (typed) => (isPerson(typed) ? personText(typed) || healthLeads.fields.spouse.label : ''),
    children: (typed) =>
      isPeople(typed)
        ? typed
            .map(
              (child, index) => personText(child) || translate('crm.healthForm.child', { number: index + 1 }),
            )
            .join('; ')
        : '',
  };
}
