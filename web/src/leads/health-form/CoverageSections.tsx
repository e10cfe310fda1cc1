import { coverageType, qualifyingLifeEvent } from '@crm/contracts/codes/health-lists.js';
import { healthFieldsShown } from '@crm/contracts/leads/health-form.rules.js';
import { useWords } from '../../i18n/useWords.js';
import { useReferenceList } from '../../reference/useReferenceList.js';
import { SeveralField } from '../../fields/typed-fields.js';
import { Cell, FieldGroup } from '../life-form/field-grid.js';
import { useHealthFormContext } from './form-context.js';
import { choicesOf, HealthPick, HealthSwitch, HealthText } from './health-fields.js';

const events = choicesOf(qualifyingLifeEvent.options);
const coverageTypes = choicesOf(coverageType.options);

/** What the customer suffers from, is insured by and asks for (lead-work section 2, Health dialog). */
export function CoverageSections() {
  const words = useWords();
  const { values, change, bind } = useHealthFormContext();
  const shown = healthFieldsShown(values);
  const conditions = useReferenceList('healthMedications', values.medications);
  const companies = useReferenceList('health_current_company', [values.current_company]);
  return (
    <>
      <FieldGroup title={words('crm.healthForm.section.conditions')}>
        <Cell width={6}>
          <SeveralField
            {...bind('medications')}
            label={words('crm.healthForm.medications')}
            value={values.medications}
            choices={conditions}
            onPick={(medications) => {
              change({ medications });
            }}
            shown={(first, others) =>
              others === 0 ? first : words('crm.lifeForm.others', { first, count: others })
            }
          />
        </Cell>
      </FieldGroup>

      <FieldGroup title={words('crm.healthForm.section.policy')}>
        <HealthPick name="qualifying_life_event" width={6} required choices={events} />
        {shown.qualifying_life_event_date && (
          <HealthText
            name="qualifying_life_event_date"
            width={6}
            mask="plainDate"
            placeholder={words('crm.healthForm.dateMask')}
          />
        )}
        {!shown.qualifying_life_event_date && <Cell width={6}>{null}</Cell>}
        <HealthSwitch name="denied_coverage" />
        <HealthSwitch name="lost_coverage" />
        <HealthSwitch name="currently_insured" />
        <Cell width={3}>{null}</Cell>
        {shown.current_company && (
          <HealthPick name="current_company" width={6} required choices={companies} />
        )}
      </FieldGroup>

      <FieldGroup title={words('crm.healthForm.section.coverage')}>
        <HealthPick name="coverage_type" width={6} required choices={coverageTypes} />
      </FieldGroup>
    </>
  );
}
