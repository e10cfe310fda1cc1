import type { SourceName } from '../codes/sources.js';
import type { HealthLead } from '../entities/lead.js';
import { typedOf, wireOfTyped } from '../fields/typed-values.js';
import { healthLeads } from '../resources/health-lead.js';
import { changedValues, withoutNulls } from './form-values.rules.js';
import { healthFieldsShown, type HealthForm } from './health-form.rules.js';
import { majorConditionFlags } from '../entities/major-conditions.rules.js';

/** A stored lead as the form shows it (rule L22). */
export function loadHealthForm(lead: HealthLead): HealthForm {
  return {
    ...typedOf(healthLeads.fields, lead),
    phone_hidden: lead.phone_hidden,
    takes_prescriptions: lead.prescription_medications ? 1 : 0,
  };
}

/** The form's values under their wire names, null for nothing; what does not show is cleared (rule L23). */
function wireValues(form: HealthForm) {
  const shown = healthFieldsShown(form);
  const values = wireOfTyped(healthLeads.fields, form);
  return {
    ...values,
    prescription_medications: shown.prescription_medications ? values.prescription_medications : null,
    qualifying_life_event_date: shown.qualifying_life_event_date ? values.qualifying_life_event_date : null,
    current_company: shown.current_company ? values.current_company : null,
  };
}

/**
 * What creating sends: every filled field, each major condition as its own flag too, and the person under `primary`
 * (rule L6).
 */
export function formatNewHealthLead(form: HealthForm, source: SourceName): Record<string, unknown> {
  const { fullname, gender, height, weight, birth_date, tobacco, ...rest } = wireValues(form);
  const { birth_year, birth_month, birth_day } = form;
  const primary = { gender, height, weight, birth_year, birth_month, birth_day, birth_date, tobacco };
  return {
    ...withoutNulls(rest),
    ...majorConditionFlags(form.medications),
    primary: { name: fullname, ...withoutNulls(primary) },
    type: 'health',
    source,
  };
}

/**
 * What updating sends: the fields that differ from the lead the form was loaded from, the flags with the list of
 * conditions, and the version it was read at. Null clears what the user emptied and what no longer shows.
 */
export function formatHealthLeadChange(form: HealthForm, original: HealthLead): Record<string, unknown> {
  const kept = changedValues(form, wireValues(loadHealthForm(original)), wireValues(form));
  const flags = 'medications' in kept ? majorConditionFlags(form.medications) : {};
  return { ...kept, ...flags, type: 'health', version: original.version };
}
