import type { SourceName } from '../codes/sources.js';
import type { LifeLead } from '../entities/lead.js';
import { typedOf, wireOfTyped } from '../fields/typed-values.js';
import { lifeLeads } from '../resources/life-lead.js';
import { changedValues, withoutNulls } from './form-values.rules.js';
import type { LifeForm } from './life-form.rules.js';

const { fields } = lifeLeads;

/** A stored lead as the form shows it (rule L22). */
export function loadLifeForm(lead: LifeLead): LifeForm {
  const form = typedOf(fields, lead);
  const isFex = lead.term === 'fex';
  return {
    ...form,
    phone_hidden: lead.phone_hidden,
    children: lead.howchildren ? 1 : 0,
    rate_class: lead.rate_class ?? (isFex ? 'lb' : 's'),
    policy: lead.disability ? 1 : 0,
    mortgage: lead.mortgage_remaining === null || isFex ? 0 : 1,
    mortgage_remaining: isFex ? '' : form.mortgage_remaining,
  };
}

/** What creating sends: every filled field; source manual unless the marketplace form says mediaalpha. */
export function formatNewLifeLead(form: LifeForm, source: SourceName): Record<string, unknown> {
  return { ...withoutNulls(wireOfTyped(fields, form)), type: 'life', source };
}

/** What the quick-add page sends of its form: every filled field that it shows; the rest is said by the service. */
export function formatQuickAdd(form: LifeForm): Record<string, unknown> {
  const shown = Object.entries(fields).filter(([, { only }]) => only !== 'edit');
  return withoutNulls(wireOfTyped(Object.fromEntries(shown), form));
}

/**
 * What updating sends: the fields that differ from the lead the form was loaded from, and the version it was read at.
 * Empty values are left out (rule L23) save those that the user emptied: null clears them.
 */
export function formatLifeLeadChange(form: LifeForm, original: LifeLead): Record<string, unknown> {
  const before = wireOfTyped(fields, loadLifeForm(original));
  const changed = changedValues(form, before, wireOfTyped(fields, form));
  return { ...changed, type: 'life', version: original.version };
}
