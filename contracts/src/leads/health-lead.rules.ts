import { requiredMessage } from '../field-sentences.js';
import type { WireValues } from '../fields/lead-shapes.js';
import { healthLeads } from '../resources/health-lead.js';
import { isMissing, neededErrors } from './needed-fields.rules.js';

/** The fields of a health lead that its rules look at; `phone_hidden` frees the phone from being required. */
export type HealthLeadValues = { [K in keyof WireValues<typeof healthLeads.fields>]?: unknown } & {
  phone_hidden?: boolean;
};

/**
 * What keeps a health lead from being saved by a person: field to message, empty when it is fine (rule L17). The
 * form and the service's save run it, the service on the lead as it would be stored.
 */
export function healthLeadErrors(lead: HealthLeadValues): Record<string, string> {
  const errors = neededErrors(healthLeads.fields, lead);
  if (lead.currently_insured === 1 && isMissing(lead.current_company))
    errors['current_company'] = requiredMessage;
  return errors;
}
