import { maritalStatuses } from '@crm/contracts/codes/health-lists.js';
import type { HealthLead, Lead } from '@crm/contracts/entities/lead.js';
import { healthFormErrors } from '@crm/contracts/leads/health-form-errors.rules.js';
import {
  formatHealthLeadChange,
  formatNewHealthLead,
  loadHealthForm,
} from '@crm/contracts/leads/health-form-wire.rules.js';
import {
  emptyHealthForm,
  healthFieldsShown,
  healthForm,
  type HealthForm,
} from '@crm/contracts/leads/health-form.rules.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { FormKind, Layout } from '../form/form-kind.js';
import { shownValue } from '../../fields/shown-value.js';

const layout: Layout = {
  zipcode: 2,
  county: 3,
  city: 3,
  state: 4,
  contact: 4,
  email: 4,
  phone: 2,
  second_phone: 2,
  address: 6,
  address_2: 6,
  recorded_ok: 6,
  fullname: 4,
  gender: 4,
  height: 2,
  weight: 2,
  birth_month: 4,
  birth_day: 2,
  birth_year: 2,
  marital_status: 4,
  credit_rating: 4,
  household_income: 4,
  weekly_exercise_hours: 4,
  datavendor_id: 4,
  biz_type: 4,
  biz_name: 4,
  tobacco: 3,
  pregnant: 3,
  treated: 3,
  hospitalized: 3,
  self_employed: 3,
  takes_prescriptions: 3,
  prescription_medications: 6,
  spouse: 6,
  children: 6,
  medications: 6,
  qualifying_life_event: 6,
  qualifying_life_event_date: 6,
  denied_coverage: 3,
  lost_coverage: 3,
  currently_insured: { width: 3, gap: 3 },
  current_company: 6,
  coverage_type: 6,
};

/** The statuses on offer; one that came in from elsewhere stays among them, or it would be kept unseen. */
const maritalChoices = (current: string) =>
  current === '' || maritalStatuses.some(({ value }) => value === current)
    ? maritalStatuses
    : [...maritalStatuses, { value: current, text: shownValue(healthLeads.fields.marital_status, current) }];

/** How the health form is loaded, checked, sent and brought together with others' saves. */
export const healthKind: FormKind<HealthForm, HealthLead> = {
  prefix: 'health',
  definition: healthForm,
  fields: healthForm.fields,
  tabs: ['all'],
  layout,
  isOfKind: (lead: Lead): lead is HealthLead => lead.type === 'health',
  empty: emptyHealthForm,
  load: loadHealthForm,
  errorsOf: (form) => healthFormErrors(form, pacificDate(new Date())),
  changed: (_form, field, value) => ({ [field]: value }),
  formatNew: (form) => formatNewHealthLead(form, 'manual'),
  formatChange: formatHealthLeadChange,
  statesOf: (form, translate) => {
    const shown = healthFieldsShown(form);
    const phones = form.phone_hidden ? { disabled: true, help: translate('crm.lifeForm.phoneHidden') } : {};
    return {
      phone: { ...phones, required: !form.phone_hidden },
      second_phone: phones,
      marital_status: { choices: maritalChoices(form.marital_status) },
      prescription_medications: { isHidden: !shown.prescription_medications },
      qualifying_life_event_date: { isBlank: !shown.qualifying_life_event_date },
      current_company: { isHidden: !shown.current_company, required: true },
    };
  },
};
