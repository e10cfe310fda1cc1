import type { z } from 'zod';
import { fexRateClass, termRateClass } from '../codes/life-lists.js';
import type { lifeFields } from '../entities/lead.js';
import { requiredMessage } from '../field-sentences.js';

type LifeFieldValues = { [K in keyof typeof lifeFields]?: z.output<(typeof lifeFields)[K]> };

/** The fields of a life lead that its rules look at; `phone_hidden` frees the phone from being required. */
export interface LifeLeadValues extends LifeFieldValues {
  fullname?: string | null;
  email?: string | null;
  phone?: string | null;
  phone_hidden?: boolean;
  state?: string | null;
  birth_date?: string | null;
}

const missing = (value: unknown) => value === undefined || value === null || value === '';

/**
 * What keeps a life lead from being saved by a person: field to message, empty when it is fine (lead-work section 5,
 * Required). Both tabs of the form and the service's save run it, the service on the lead as it would be stored.
 */
export function lifeLeadErrors(lead: LifeLeadValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const demand = (field: keyof LifeLeadValues, message = requiredMessage) => {
    if (missing(lead[field])) errors[field] = message;
  };

  demand('fullname');
  demand('email', 'E-mail is required');
  if (!lead.phone_hidden) demand('phone', 'Phone is required');
  demand('state');
  demand('birth_date');
  demand('term');
  demand('rate_class');
  demand('coverage_amount');
  if (lead.term === 'fex') demand('disability');
  else if (!missing(lead.term)) {
    demand('jobstatus');
    if (lead.jobstatus === '1') demand('total_income');
  }

  const classes: readonly string[] = lead.term === 'fex' ? fexRateClass.options : termRateClass.options;
  if (lead.term && lead.rate_class && !classes.includes(lead.rate_class)) {
    errors['rate_class'] = 'This rate class does not go with the product type';
  }
  return errors;
}
