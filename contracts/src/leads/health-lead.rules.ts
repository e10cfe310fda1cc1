import type { z } from 'zod';
import type { healthFields } from '../entities/lead.js';
import { requiredMessage } from '../field-sentences.js';

type HealthFieldValues = { [K in keyof typeof healthFields]?: z.output<(typeof healthFields)[K]> };

/** The fields of a health lead that its rules look at; `phone_hidden` frees the phone from being required. */
export interface HealthLeadValues extends HealthFieldValues {
  fullname?: string | null;
  email?: string | null;
  phone?: string | null;
  phone_hidden?: boolean;
  birth_date?: string | null;
  gender?: string | null;
}

const missing = (value: unknown) => value === undefined || value === null || value === '';

/**
 * What keeps a health lead from being saved by a person: field to message, empty when it is fine (lead-work section 5,
 * Required, health form). The form and the service's save run it, the service on the lead as it would be stored.
 */
export function healthLeadErrors(lead: HealthLeadValues): Record<string, string> {
  const errors: Record<string, string> = {};
  const demand = (field: keyof HealthLeadValues, message = requiredMessage) => {
    if (missing(lead[field])) errors[field] = message;
  };

  demand('fullname');
  demand('email', 'E-mail is required');
  if (!lead.phone_hidden) demand('phone', 'Phone is required');
  demand('gender');
  demand('birth_date');
  demand('credit_rating');
  demand('qualifying_life_event');
  demand('coverage_type');
  if (lead.currently_insured === 1) demand('current_company');
  return errors;
}
