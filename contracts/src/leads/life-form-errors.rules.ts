import { typedFaults, wireOfTyped } from '../fields/typed-values.js';
import { lifeLeads } from '../resources/life-lead.js';
import { birthErrors } from './birth-parts.rules.js';
import type { LifeForm, LifeFormPlace } from './life-form.rules.js';
import { lifeLeadErrors } from './life-lead.rules.js';
import { quickAddErrors } from './quick-add.rules.js';

/**
 * Every wrong field of the form with its message, empty when it may be saved (rule L16). `today` is
 * the day in Los Angeles (YYYY-MM-DD). On the quick-add page alone the year has to be over and BANK ACCOUNT on.
 */
export function lifeFormErrors(form: LifeForm, place: LifeFormPlace, today: string): Record<string, string> {
  const { birth_date: _birth, ...missing } = lifeLeadErrors({
    ...wireOfTyped(lifeLeads.fields, form),
    phone_hidden: form.phone_hidden,
  });
  return {
    ...(place === 'quick-add' ? quickAddErrors(form, Number(today.slice(0, 4))) : {}),
    ...birthErrors(form, today),
    ...typedFaults(lifeLeads.fields, form),
    ...missing,
  };
}
