import { familyErrors } from './family.rules.js';
import { birthErrors, formatOf, formats, noLongerThan, type FormatCheck } from './form-checks.rules.js';
import { healthFieldsShown, type HealthForm, type PersonForm } from './health-form.rules.js';
import { healthLeadErrors } from './health-lead.rules.js';
import { medicationsLength } from '../entities/lead.js';
import { requiredMessage } from '../field-sentences.js';

const inches = formatOf((text) => /^\d{1,2}$/.test(text) && Number(text) > 0, 'Inches, up to 2 digits');
const hoursOfWeek = formatOf(
  (text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 168,
  'Hours a week, at most 168',
);
const texts = [
  'fullname',
  'county',
  'city',
  'contact',
  'address',
  'address_2',
  'datavendor_id',
  'biz_type',
  'biz_name',
] as const satisfies readonly (keyof HealthForm)[];

function personErrors(person: PersonForm, place: string): Record<string, string> {
  const errors: Record<string, string> = {};
  const check = (field: 'name' | 'height' | 'weight' | 'birth_date', format: FormatCheck) => {
    const message = person[field] === '' ? undefined : format(person[field]);
    if (message !== undefined) errors[`${place}.${field}`] = message;
  };
  check('name', formats.text);
  check('height', inches);
  check('weight', formats.weight);
  check('birth_date', formats.plainDate);
  return errors;
}

/**
 * Every wrong field of the health form with its message, empty when it may be saved (lead-work section 5). A person's
 * fields go by their place, as `spouse.weight` and `children.0.birth_date`. Fields that do not show are not looked at:
 * they are cleared on submit. `today` is the day in Los Angeles (YYYY-MM-DD): nobody is born after it.
 */
export function healthFormErrors(form: HealthForm, today: string): Record<string, string> {
  const shown = healthFieldsShown(form);
  const { birth_date: _birth, ...errors } = healthLeadErrors({
    fullname: form.fullname.trim(),
    email: form.email.trim(),
    phone: form.phone,
    phone_hidden: form.phone_hidden,
    gender: form.gender,
    credit_rating: form.credit_rating || null,
    qualifying_life_event: form.qualifying_life_event || null,
    coverage_type: form.coverage_type || null,
    currently_insured: form.currently_insured,
    current_company: form.current_company,
  });
  const check = (field: keyof HealthForm, format: FormatCheck) => {
    const value = form[field];
    const message = typeof value === 'string' && value !== '' ? format(value) : undefined;
    if (message !== undefined) errors[field] ??= message;
  };

  for (const field of texts) check(field, formats.text);
  if (shown.prescription_medications) check('prescription_medications', noLongerThan(medicationsLength));

  check('zipcode', formats.zipcode);
  check('email', formats.email);
  check('phone', formats.phone);
  check('second_phone', formats.phone);
  check('weight', formats.weight);
  check('household_income', formats.dollars);
  check('weekly_exercise_hours', hoursOfWeek);
  if (shown.qualifying_life_event_date) check('qualifying_life_event_date', formats.plainDate);
  Object.assign(errors, birthErrors(form, requiredMessage, today));
  if (form.spouse) Object.assign(errors, personErrors(form.spouse, 'spouse'));
  for (const [index, child] of form.children.entries()) {
    Object.assign(errors, personErrors(child, `children.${String(index)}`));
  }
  for (const [path, message] of Object.entries(familyErrors(form, today))) errors[path] ??= message;
  return errors;
}
