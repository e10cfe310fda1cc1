import { childrenAmount, heights, months, type Choice } from '@crm/contracts/codes/life-lists.js';
import { states } from '@crm/contracts/codes/states.js';
import { toggleChildren } from '@crm/contracts/leads/life-form.rules.js';
import { SegmentsOf } from '../../controls/SegmentsOf.js';
import { useWords } from '../../i18n/useWords.js';
import { Cell, FieldGroup } from './field-grid.js';
import { useLifeFormContext } from './form-context.js';
import { DiseaseField, FindOf, SelectOf } from './list-fields.js';
import { masks } from '../../controls/mask.rules.js';
import { SwitchOf } from './SwitchOf.js';
import { TextOf } from './TextOf.js';

const stateChoices = states.map(({ code, name }) => ({ value: code, text: name }));
const childrenChoices: readonly Choice<(typeof childrenAmount.options)[number]>[] =
  childrenAmount.options.map((value) => ({ value, text: value }));

interface Props {
  /** The edit dialog of the lead page has more fields than the forms that make a lead. */
  isEdit?: boolean;
  /** Whether the policy is sold, so that it has a number. */
  isSold?: boolean;
}

/** Who the customer is (lead-work section 2, Client information dialog). */
export function BasicDataTab({ isEdit = false, isSold = false }: Props) {
  const words = useWords();
  const { values, change } = useLifeFormContext();
  const phones = values.phone_hidden
    ? { disabled: true, help: words('crm.lifeForm.phoneHidden') }
    : { placeholder: masks.phone };

  return (
    <>
      <FieldGroup title={words('crm.lifeForm.contact')}>
        <TextOf name="fullname" width={4} required autoFocus={!isEdit} />
        <TextOf name="email" width={4} required />
        <TextOf name="phone" width={2} mask="phone" required={!values.phone_hidden} {...phones} />
        <TextOf name="second_phone" width={2} mask="phone" {...phones} />
        <TextOf name="address" width={6} />
        <TextOf name="zipcode" width={2} mask="zip" />
        <FindOf name="state" width={4} required choices={stateChoices} />
      </FieldGroup>

      <FieldGroup title={words('crm.lifeForm.person')}>
        <SelectOf name="birth_month" width={4} required choices={months} />
        <TextOf name="birth_day" width={2} mask="day" required />
        <TextOf name="birth_year" width={2} mask="year" required />
        <SelectOf name="height" width={2} choices={heights} />
        <TextOf name="weight" width={2} mask="weight" />
      </FieldGroup>

      <FieldGroup title={words('crm.lifeForm.household')}>
        <Cell width={3}>
          <SegmentsOf
            label={words('crm.lifeForm.gender')}
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
        <DiseaseField width={6} />
        <SelectOf name="howchildren" width={3} disabled={values.children === 0} choices={childrenChoices} />
        <SwitchOf name="married" width={3} />
        <SwitchOf
          name="children"
          width={3}
          onSwitch={(on) => {
            change(toggleChildren(on));
          }}
        />
        <SwitchOf name="tobacco" width={3} />
        <SwitchOf name="currently_insured" width={3} />
      </FieldGroup>

      {isEdit && <EditFields isSold={isSold} />}
    </>
  );
}

/** What the edit dialog of the lead page shows besides: what an insurer asks, the policy, and what to talk about. */
function EditFields({ isSold }: { isSold: boolean }) {
  const words = useWords();
  const date = { mask: 'date', placeholder: words('crm.lifeForm.dateMask') } as const;
  return (
    <>
      <FieldGroup title={words('crm.lifeForm.risk')}>
        <SwitchOf name="military" width={3} />
        <SwitchOf name="dui" width={3} />
        <SwitchOf name="high_risk" width={3} />
        <SwitchOf name="prescription_medications" width={3} />
        <SwitchOf name="recorded_ok" width={6} />
      </FieldGroup>
      <FieldGroup title={words('crm.lifeForm.policyAndMore')}>
        <TextOf name="app_date" width={2} {...date} />
        <TextOf name="draft_date" width={2} {...date} />
        {isSold && <TextOf name="policy_number" width={2} />}
        <TextOf name="hobby" width={isSold ? 3 : 4} />
        <TextOf name="color" width={isSold ? 3 : 4} />
      </FieldGroup>
    </>
  );
}
