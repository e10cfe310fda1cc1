import { creditRating, maritalStatuses } from '@crm/contracts/codes/health-lists.js';
import { heights, months } from '@crm/contracts/codes/life-lists.js';
import { healthFieldsShown } from '@crm/contracts/leads/health-form.rules.js';
import { SegmentsOf } from '../../controls/SegmentsOf.js';
import { useWords } from '../../i18n/useWords.js';
import { TypedField } from '../../fields/typed-fields.js';
import { Cell, FieldGroup } from '../life-form/field-grid.js';
import { useHealthFormContext } from './form-context.js';
import { Family } from './Family.js';
import { choicesOf, HealthPick, HealthSwitch, HealthText } from './health-fields.js';

const ratings = choicesOf(creditRating.options);

/** Who the customer is, with the family that is to be covered (lead-work section 2, Health dialog). */
export function PersonSection() {
  const words = useWords();
  const { values, change, bind } = useHealthFormContext();
  const shown = healthFieldsShown(values);
  const kept = maritalStatuses.some(({ value }) => value === values.marital_status);
  const marital =
    kept || values.marital_status === ''
      ? maritalStatuses
      : [...maritalStatuses, ...choicesOf([values.marital_status])];
  return (
    <FieldGroup title={words('crm.healthForm.section.person')}>
      <HealthText name="fullname" width={4} required />
      <Cell width={4}>
        <SegmentsOf
          label={words('crm.healthForm.gender')}
          value={values.gender}
          choices={[
            { value: 'm', text: words('crm.lifeForm.male') },
            { value: 'f', text: words('crm.lifeForm.female') },
          ]}
          onPick={(gender) => {
            change({ gender });
          }}
        />
      </Cell>
      <HealthPick name="height" width={2} choices={heights} />
      <HealthText name="weight" width={2} mask="weight" />
      <HealthPick name="birth_month" width={4} required choices={months} />
      <HealthText name="birth_day" width={2} mask="day" required />
      <HealthText name="birth_year" width={2} mask="year" required />
      <HealthPick name="marital_status" width={4} choices={marital} />
      <HealthPick name="credit_rating" width={4} required choices={ratings} />
      <HealthText name="household_income" width={4} mask="money" placeholder="$" />
      <HealthText name="weekly_exercise_hours" width={4} mask="hours" />
      <HealthText name="datavendor_id" width={4} />
      <HealthText name="biz_type" width={4} />
      <HealthText name="biz_name" width={4} />
      <HealthSwitch name="tobacco" />
      <HealthSwitch name="pregnant" />
      <HealthSwitch name="treated" />
      <HealthSwitch name="hospitalized" />
      <HealthSwitch name="self_employed" />
      <HealthSwitch name="takes_prescriptions" />
      {shown.prescription_medications && (
        <Cell width={6}>
          <TypedField
            {...bind('prescription_medications')}
            multiline
            label={words('crm.healthForm.prescription_medications')}
            value={values.prescription_medications}
            onType={(prescription_medications) => {
              change({ prescription_medications });
            }}
          />
        </Cell>
      )}
      <Family />
    </FieldGroup>
  );
}
