import {
  fexRateClasses,
  funeralType,
  jobStatuses,
  rateClasses,
  terms,
} from '@crm/contracts/codes/life-lists.js';
import {
  changeJobStatus,
  changeTerm,
  coverageAmounts,
  quoteFieldsShown,
  toggleMortgage,
  type LifeForm,
} from '@crm/contracts/leads/life-form.rules.js';
import { shownMoney } from '@crm/contracts/money.js';
import { useWords } from '../../i18n/useWords.js';
import { FieldGroup } from './field-grid.js';
import { useLifeFormContext } from './form-context.js';
import { FindOf, SelectOf } from './list-fields.js';
import { SwitchOf } from './SwitchOf.js';
import { TextOf } from './TextOf.js';

const funeralChoices = funeralType.options.map((value) => ({ value, text: value }));

/** The amounts of the product; one that came in from elsewhere stays among them, or it would be kept unseen. */
function amountChoices({ term, coverage_amount: stands }: LifeForm) {
  const amounts = term === '' ? [] : coverageAmounts(term);
  const all = stands === null || amounts.includes(stands) ? amounts : [stands, ...amounts];
  return all.map((value) => ({ value, text: shownMoney(value) }));
}

/** What the customer wants (lead-work section 4, Product type change). */
export function QuoteTab() {
  const words = useWords();
  const { values, change, place } = useLifeFormContext();
  const shown = quoteFieldsShown(values);
  const isFex = values.term === 'fex';
  const noTerm = values.term === '';
  const funeral = <SelectOf name="disability" width={4} required={isFex} choices={funeralChoices} />;

  return (
    <>
      <FieldGroup title={words('crm.lifeForm.product')}>
        <SelectOf
          name="term"
          width={4}
          required
          choices={terms}
          onPick={(term) => {
            change(changeTerm(values, term, place));
          }}
        />
        <SelectOf name="rate_class" width={4} required choices={isFex ? fexRateClasses : rateClasses} />
        <FindOf
          name="coverage_amount"
          width={4}
          required
          disabled={noTerm}
          {...(noTerm && { help: words('crm.lifeForm.termFirst') })}
          choices={amountChoices(values)}
        />
        {isFex && funeral}
      </FieldGroup>

      {shown.jobstatus && (
        <FieldGroup title={words('crm.lifeForm.work')}>
          <SelectOf
            name="jobstatus"
            width={4}
            required
            choices={jobStatuses}
            onPick={(jobstatus) => {
              change(changeJobStatus(jobstatus));
            }}
          />
          {shown.total_income && (
            <TextOf name="total_income" width={4} mask="money" placeholder="$" required />
          )}
          {shown.mortgage && (
            <>
              <SwitchOf
                name="mortgage"
                width={4}
                isLevel
                onSwitch={(on) => {
                  change(toggleMortgage(on));
                }}
              />
              <TextOf
                name="mortgage_remaining"
                width={4}
                mask="money"
                placeholder="$"
                disabled={values.mortgage === 0}
              />
            </>
          )}
          {shown.policy && (
            <>
              {funeral}
              <SwitchOf name="policy" width={4} isLevel />
            </>
          )}
        </FieldGroup>
      )}
    </>
  );
}
