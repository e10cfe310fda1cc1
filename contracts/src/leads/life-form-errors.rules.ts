import { parseShownDate } from '../time/pacific.js';
import { birthErrors, formatOf, formats, type FormatCheck } from './form-checks.rules.js';
import type { LifeForm, LifeFormPlace } from './life-form.rules.js';
import { requiredMessage } from '../field-sentences.js';
import { lifeLeadErrors } from './life-lead.rules.js';
import { quickAddErrors } from './quick-add.rules.js';

const shownDate = formatOf((text) => parseShownDate(text) !== undefined, 'mm/dd/yyyy');

/**
 * Every wrong field of the form with its message, empty when it may be saved (lead-work section 5). `today` is
 * the day in Los Angeles (YYYY-MM-DD). On the quick-add page alone the year has to be over and BANK ACCOUNT on.
 */
export function lifeFormErrors(form: LifeForm, place: LifeFormPlace, today: string): Record<string, string> {
  const { birth_date: _birth, ...errors } = lifeLeadErrors({
    ...form,
    fullname: form.fullname.trim(),
    email: form.email.trim(),
    birth_date: form.birth_month && form.birth_day && form.birth_year,
    state: form.state || null,
    term: form.term || null,
    rate_class: form.rate_class || null,
    disability: form.disability || null,
    jobstatus: form.jobstatus || null,
    howchildren: form.howchildren || null,
    total_income: form.total_income === '' ? null : 1,
    mortgage_remaining: null,
  });
  const check = (field: keyof LifeForm, format: FormatCheck) => {
    const value = form[field];
    const message = typeof value === 'string' && value !== '' ? format(value) : undefined;
    if (message !== undefined) errors[field] ??= message;
  };

  for (const field of ['fullname', 'address', 'policy_number', 'hobby', 'color'] as const) {
    check(field, formats.text);
  }
  check('email', formats.email);
  check('phone', formats.phone);
  check('second_phone', formats.phone);
  check('zipcode', formats.zipcode);
  check('weight', formats.weight);
  check('total_income', formats.dollars);
  check('mortgage_remaining', formats.dollars);
  check('draft_date', shownDate);
  check('app_date', shownDate);
  Object.assign(errors, birthErrors(form, requiredMessage, today));
  if (place === 'quick-add') {
    for (const [field, message] of Object.entries(quickAddErrors(form, Number(today.slice(0, 4)))))
      errors[field] ??= message;
  }
  return errors;
}
