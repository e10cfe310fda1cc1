import { fexRateClass, termRateClass } from '../codes/life-lists.js';
import { requiredMessage } from '../field-sentences.js';
import type { WireValues } from '../fields/lead-shapes.js';
import { lifeLeads } from '../resources/life-lead.js';
import { isMissing, neededErrors } from './needed-fields.rules.js';

/** The fields of a life lead that its rules look at; `phone_hidden` frees the phone from being required. */
export type LifeLeadValues = { [K in keyof WireValues<typeof lifeLeads.fields>]?: unknown } & {
  phone_hidden?: boolean;
};

/**
 * What keeps a life lead from being saved by a person: field to message, empty when it is fine (rule L16). Both
 * tabs of the form and the service's save run it, the service on the lead as it would be stored.
 */
export function lifeLeadErrors(lead: LifeLeadValues): Record<string, string> {
  const errors = neededErrors(lifeLeads.fields, lead);
  const demand = (field: keyof LifeLeadValues) => {
    if (isMissing(lead[field])) errors[field] = requiredMessage;
  };
  if (lead.term === 'fex') demand('disability');
  else if (!isMissing(lead.term)) {
    demand('jobstatus');
    if (lead.jobstatus === '1') demand('total_income');
  }

  const classes: readonly unknown[] = lead.term === 'fex' ? fexRateClass.options : termRateClass.options;
  if (lead.term && lead.rate_class && !classes.includes(lead.rate_class)) {
    errors['rate_class'] = 'This rate class is not available for this product type';
  }
  return errors;
}
