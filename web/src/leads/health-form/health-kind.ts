import type { HealthLead, Lead } from '@crm/contracts/entities/lead.js';
import { healthFormErrors } from '@crm/contracts/leads/health-form-errors.rules.js';
import {
  formatHealthLeadChange,
  formatNewHealthLead,
  loadHealthForm,
} from '@crm/contracts/leads/health-form-wire.rules.js';
import type { HealthForm } from '@crm/contracts/leads/health-form.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { FormKind } from '../form/form-kind.js';

/** How the health form is loaded, checked, sent and brought together with others' saves. */
export const healthKind: FormKind<HealthForm, HealthLead> = {
  isOfKind: (lead: Lead): lead is HealthLead => lead.type === 'health',
  load: loadHealthForm,
  errorsOf: (form) => healthFormErrors(form, pacificDate(new Date())),
  formatNew: (form) => formatNewHealthLead(form, 'manual'),
  formatChange: formatHealthLeadChange,
  groups: [
    ['birth_year', 'birth_month', 'birth_day'],
    ['qualifying_life_event', 'qualifying_life_event_date'],
    ['currently_insured', 'current_company'],
    ['takes_prescriptions', 'prescription_medications'],
  ],
};
