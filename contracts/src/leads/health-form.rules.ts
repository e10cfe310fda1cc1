import type { TypedValues } from '../fields/lead-shapes.js';
import { flag } from '../fields/choice-kinds.js';
import { emptyTyped } from '../fields/typed-values.js';
import type { Flag } from '../ids.js';
import { blankPerson, maxChildren } from '../resources/family.js';
import type { LeadDefinition } from '../resources/define-lead.js';
import { healthLeads } from '../resources/health-lead.js';

/** The toggle before `prescription_medications`: it is on the form alone. */
const onForm = {
  takes_prescriptions: flag({
    label: 'Prescription medications',
    section: 'person',
    nothing: null,
    example: 0,
  }),
};

/** What the health form is made of, with what is decided together where two people changed it. */
export const healthForm: LeadDefinition<typeof healthLeads.fields & typeof onForm> = {
  ...healthLeads,
  fields: { ...healthLeads.fields, ...onForm },
  together: [
    ...healthLeads.together,
    { title: 'Prescription medications', fields: ['takes_prescriptions', 'prescription_medications'] },
  ],
};

/** The health form as it is typed: masks and `$` included, '' and null for nothing (rule L6). */
export type HealthForm = TypedValues<(typeof healthForm)['fields']> & {
  /** The stored numbers are kept from this reader: not shown, not asked for, kept on save. */
  phone_hidden: boolean;
};

/** A fresh form: gender m, household income 75000 (rule L24). */
export function emptyHealthForm(): HealthForm {
  return { ...emptyTyped(healthForm.fields), phone_hidden: false };
}

/** The Spouse toggle creates or removes a blank spouse (rule L21). */
export function toggleSpouse(on: Flag): Pick<HealthForm, 'spouse'> {
  return { spouse: on ? blankPerson() : null };
}

/** The Children toggle adds one blank child or clears all. */
export function toggleChildren(on: Flag): Pick<HealthForm, 'children'> {
  return { children: on ? [blankPerson()] : [] };
}

/** The counter's up button: one blank child more, up to as many as a lead keeps. */
export function addChild({ children }: Pick<HealthForm, 'children'>): Pick<HealthForm, 'children'> {
  return { children: children.length < maxChildren ? [...children, blankPerson()] : children };
}

/** The counter's down button: the last child goes; without any the toggle is off. */
export function removeChild({ children }: Pick<HealthForm, 'children'>): Pick<HealthForm, 'children'> {
  return { children: children.slice(0, -1) };
}

/** Which fields show only beside another (rule L21). */
export function healthFieldsShown(
  form: Pick<
    HealthForm,
    'qualifying_life_event' | 'currently_insured' | 'takes_prescriptions' | 'spouse' | 'children'
  >,
) {
  return {
    spouse: form.spouse !== null,
    children: form.children.length > 0,
    prescription_medications: form.takes_prescriptions === 1,
    qualifying_life_event_date: form.qualifying_life_event !== '' && form.qualifying_life_event !== 'none',
    current_company: form.currently_insured === 1,
  };
}
