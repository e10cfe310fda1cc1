import { relativeFields, type PersonForm } from '../resources/family.js';
import { typedFaults, wireOfTyped } from '../fields/typed-values.js';
import { healthLeads } from '../resources/health-lead.js';
import { birthErrors } from './birth-parts.rules.js';
import { familyErrors } from './family.rules.js';
import { healthFieldsShown, type HealthForm } from './health-form.rules.js';
import { healthLeadErrors } from './health-lead.rules.js';

const personFaults = (person: PersonForm, place: string) =>
  Object.entries(typedFaults(relativeFields, person)).map(
    ([field, fault]) => [`${place}.${field}`, fault] as const,
  );

/**
 * Every wrong field of the health form with its message, empty when it may be saved (rule L17). A person's
 * fields go by their place, as `spouse.weight` and `children.0.birth_date`. Fields that do not show are not looked at:
 * they are cleared on submit. `today` is the day in Los Angeles (YYYY-MM-DD): nobody is born after it.
 */
export function healthFormErrors(form: HealthForm, today: string): Record<string, string> {
  const shown: Readonly<Record<string, boolean>> = healthFieldsShown(form);
  const values = { ...wireOfTyped(healthLeads.fields, form), phone_hidden: form.phone_hidden };
  const { birth_date: _birth, ...missing } = healthLeadErrors(values);
  const faults = Object.entries(typedFaults(healthLeads.fields, form));
  return {
    ...familyErrors(form, today),
    ...Object.fromEntries([
      ...(form.spouse ? personFaults(form.spouse, 'spouse') : []),
      ...form.children.flatMap((child, index) => personFaults(child, `children.${String(index)}`)),
    ]),
    ...birthErrors(form, today),
    ...Object.fromEntries(faults.filter(([field]) => shown[field] !== false)),
    ...missing,
  };
}
