import {
  fexRateClasses,
  heights,
  jobStatuses,
  months,
  rateClasses,
  terms,
  type Choice,
} from '@crm/contracts/codes/life-lists.js';
import { stateName } from '@crm/contracts/codes/states.js';
import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import { toE164, toShown } from '@crm/contracts/phone.js';
import { shownMoney } from '@crm/contracts/money.js';
import { useWords, type WordKey } from '../../i18n/useWords.js';
import type { FieldName } from './field-kinds.js';
import type { LifeFormField } from './three-way.rules.js';

const labels: Record<FieldName, WordKey> = {
  fullname: 'crm.lifeForm.fullname',
  email: 'crm.lifeForm.email',
  phone: 'crm.lifeForm.phone',
  second_phone: 'crm.lifeForm.secondPhone',
  address: 'crm.lifeForm.address',
  zipcode: 'crm.lifeForm.zipcode',
  state: 'crm.lifeForm.state',
  birth_month: 'crm.lifeForm.month',
  birth_day: 'crm.lifeForm.day',
  birth_year: 'crm.lifeForm.year',
  height: 'crm.lifeForm.height',
  weight: 'crm.lifeForm.weight',
  medications: 'crm.lifeForm.disease',
  gender: 'crm.lifeForm.gender',
  married: 'crm.lifeForm.married',
  children: 'crm.lifeForm.children',
  howchildren: 'crm.lifeForm.amountChildren',
  tobacco: 'crm.lifeForm.tobacco',
  currently_insured: 'crm.lifeForm.insured',
  term: 'crm.lifeForm.term',
  rate_class: 'crm.lifeForm.rateClass',
  coverage_amount: 'crm.lifeForm.coverage',
  disability: 'crm.lifeForm.funeralType',
  jobstatus: 'crm.lifeForm.jobStatus',
  total_income: 'crm.lifeForm.income',
  policy: 'crm.lifeForm.finalExpense',
  mortgage: 'crm.lifeForm.mortgage',
  mortgage_remaining: 'crm.lifeForm.mortgageRemaining',
  checking_account: 'crm.lifeForm.bankAccount',
  hobby: 'crm.lifeForm.hobby',
  color: 'crm.lifeForm.color',
  policy_number: 'crm.lifeForm.policyNumber',
  draft_date: 'crm.lifeForm.draftDate',
  app_date: 'crm.lifeForm.submitDate',
  military: 'crm.lifeForm.military',
  dui: 'crm.lifeForm.dui',
  high_risk: 'crm.lifeForm.highRisk',
  prescription_medications: 'crm.lifeForm.prescriptions',
  recorded_ok: 'crm.lifeForm.recordedOk',
};

/** Headings of fields that are decided together, by the first of them. */
const groupTitles: Partial<Record<LifeFormField, WordKey>> = {
  birth_year: 'crm.conflict.birthDate',
  children: 'crm.lifeForm.children',
  term: 'crm.lifeForm.tab.quote',
};

/** The words by which fields go in the form. */
export function useFieldWords() {
  const words = useWords();
  const labelOf = (field: LifeFormField) => (field === 'phone_hidden' ? '' : words(labels[field]));
  return {
    labelOf,
    titleOf: (first: LifeFormField) => {
      const title = groupTitles[first];
      return title ? words(title) : labelOf(first);
    },
  };
}

type Words = ReturnType<typeof useWords>;

const textIn = (choices: readonly { value: unknown; text: string }[], value: unknown) =>
  choices.find((choice) => choice.value === value)?.text ?? '';

/** A field's value in the words of the form, empty for nothing. */
export function shownFieldValue(
  field: LifeFormField,
  form: LifeForm,
  words: Words,
  medications: readonly Choice[],
): string {
  switch (field) {
    case 'phone':
    case 'second_phone':
      return toShown(toE164(form[field]) ?? form[field]);
    case 'state':
      return form.state === '' ? '' : stateName(form.state);
    case 'birth_month':
      return textIn(months, form.birth_month);
    case 'height':
      return textIn(heights, form.height);
    case 'medications':
      return form.medications.map((code) => textIn(medications, code) || code).join(', ');
    case 'gender':
      return words(form.gender === 'm' ? 'crm.lifeForm.male' : 'crm.lifeForm.female');
    case 'term':
      return textIn(terms, form.term);
    case 'rate_class':
      return textIn([...rateClasses, ...fexRateClasses], form.rate_class);
    case 'jobstatus':
      return textIn(jobStatuses, form.jobstatus);
    case 'coverage_amount':
      return form.coverage_amount === null ? '' : shownMoney(form.coverage_amount);
    default: {
      const value = form[field];
      if (value === 0 || value === 1) return words(value === 1 ? 'crm.lead.yes' : 'crm.lead.no');
      return String(value);
    }
  }
}
