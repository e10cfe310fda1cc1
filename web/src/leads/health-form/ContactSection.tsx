import { states } from '@crm/contracts/codes/states.js';
import { useWords } from '../../i18n/useWords.js';
import { FieldGroup } from '../life-form/field-grid.js';
import { masks } from '../../controls/mask.rules.js';
import { useHealthFormContext } from './form-context.js';
import { HealthPick, HealthSwitch, HealthText } from './health-fields.js';

const stateChoices = states.map(({ code, name }) => ({ value: code, text: name }));

/** Where the customer is and how to reach them (lead-work section 2, Health dialog). */
export function ContactSection({ isNew }: { isNew: boolean }) {
  const words = useWords();
  const { values } = useHealthFormContext();
  const phones = values.phone_hidden
    ? { disabled: true, help: words('crm.lifeForm.phoneHidden') }
    : { placeholder: masks.phone };
  return (
    <FieldGroup title={words('crm.healthForm.section.contact')}>
      <HealthText name="zipcode" width={2} mask="zip" autoFocus={isNew} />
      <HealthText name="county" width={3} />
      <HealthText name="city" width={3} />
      <HealthPick name="state" width={4} choices={stateChoices} />
      <HealthText name="contact" width={4} />
      <HealthText name="email" width={4} required saysOnLeave />
      <HealthText name="phone" width={2} mask="phone" required={!values.phone_hidden} {...phones} />
      <HealthText name="second_phone" width={2} mask="phone" {...phones} />
      <HealthText name="address" width={6} />
      <HealthText name="address_2" width={6} />
      {!isNew && <HealthSwitch name="recorded_ok" width={6} />}
    </FieldGroup>
  );
}
