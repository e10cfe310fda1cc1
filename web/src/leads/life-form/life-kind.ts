import { fexRateClasses, rateClasses } from '@crm/contracts/codes/life-lists.js';
import type { Lead, LifeLead } from '@crm/contracts/entities/lead.js';
import { lifeFormErrors } from '@crm/contracts/leads/life-form-errors.rules.js';
import {
  formatLifeLeadChange,
  formatNewLifeLead,
  loadLifeForm,
} from '@crm/contracts/leads/life-form-wire.rules.js';
import {
  changeLifeField,
  coverageAmounts,
  emptyLifeForm,
  quoteFieldsShown,
  type LifeForm,
  type LifeFormPlace,
} from '@crm/contracts/leads/life-form.rules.js';
import { shownMoney } from '@crm/contracts/money.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { FormKind, Layout } from '../form/form-kind.js';

const layout: Layout = {
  fullname: 4,
  email: 4,
  phone: 2,
  second_phone: 2,
  address: 4,
  zipcode: 2,
  state: { width: 4, isFound: true },
  language: 2,
  birth_month: 4,
  birth_day: 2,
  birth_year: 2,
  height: 2,
  weight: 2,
  gender: 3,
  medications: 6,
  howchildren: 3,
  married: 3,
  children: 3,
  tobacco: 3,
  currently_insured: 3,
  military: 3,
  dui: 3,
  high_risk: 3,
  prescription_medications: 3,
  recorded_ok: 6,
  app_date: 2,
  draft_date: 2,
  policy_number: 2,
  hobby: 4,
  color: 4,
  term: 4,
  rate_class: 4,
  coverage_amount: { width: 4, isFound: true },
  jobstatus: 4,
  total_income: 4,
  mortgage: { width: 4, isLevel: true },
  mortgage_remaining: 4,
  disability: 4,
  policy: { width: 4, isLevel: true },
};

/** The amounts of the product; one that came in from elsewhere stays among them, or it would be kept unseen. */
function amountChoices({ term, coverage_amount: current }: LifeForm) {
  const amounts = term === '' ? [] : coverageAmounts(term);
  const all = current === null || amounts.includes(current) ? amounts : [current, ...amounts];
  return all.map((value) => ({ value, text: shownMoney(value) }));
}

/** How the life form is loaded, checked, sent and brought together with others' saves. */
export const lifeKind = (
  place: LifeFormPlace,
  source: 'manual' | 'mediaalpha' = 'manual',
): FormKind<LifeForm, LifeLead> => ({
  prefix: 'life',
  definition: lifeLeads,
  fields: lifeLeads.fields,
  tabs: ['basic', 'quote'],
  layout,
  isOfKind: (lead: Lead): lead is LifeLead => lead.type === 'life',
  empty: () => emptyLifeForm(place),
  load: loadLifeForm,
  errorsOf: (form) => lifeFormErrors(form, place, pacificDate(new Date())),
  changed: (form, field, value) => changeLifeField(form, field, value, place),
  formatNew: (form) => formatNewLifeLead(form, source),
  formatChange: formatLifeLeadChange,
  statesOf: (form, translate, lead) => {
    const shown = quoteFieldsShown(form);
    const isFex = form.term === 'fex';
    const isSold = lead?.post_sale === 1;
    const ofPolicy = { width: isSold ? 3 : 4 } as const;
    const phones = form.phone_hidden ? { disabled: true, help: translate('crm.lifeForm.phoneHidden') } : {};
    return {
      phone: { ...phones, required: !form.phone_hidden },
      second_phone: phones,
      howchildren: { disabled: form.children === 0 },
      policy_number: { isHidden: !isSold },
      hobby: ofPolicy,
      color: ofPolicy,
      rate_class: { choices: isFex ? fexRateClasses : rateClasses },
      coverage_amount: {
        choices: amountChoices(form),
        ...(form.term === '' && { disabled: true, help: translate('crm.lifeForm.termFirst') }),
      },
      jobstatus: { isHidden: !shown.jobstatus, required: true },
      total_income: { isHidden: !shown.total_income, required: true },
      mortgage: { isHidden: !shown.mortgage },
      mortgage_remaining: { isHidden: !shown.mortgage, disabled: form.mortgage === 0 },
      disability: { isHidden: !shown.disability, required: isFex, ...(!isFex && { section: 'work' }) },
      policy: { isHidden: !shown.policy },
    };
  },
});
