import { fexCoverageAmounts, termCoverageAmounts, type JobStatus, type Term } from '../codes/life-lists.js';
import type { TypedValues } from '../fields/lead-shapes.js';
import { emptyTyped } from '../fields/typed-values.js';
import type { Flag } from '../ids.js';
import type { LeadDefinition } from '../resources/define-lead.js';
import { lifeLeads } from '../resources/life-lead.js';

/** Where the life form stands: the dialog that makes or edits a lead, or the public quick-add page. */
export type LifeFormPlace = 'dialog' | 'quick-add';

/** The life form as it is typed: masks and `$` included, '' and null for nothing (rule L5). */
export type LifeForm = TypedValues<typeof lifeLeads.fields> & {
  /** The stored numbers are kept from this reader: not shown, not asked for, kept on save. */
  phone_hidden: boolean;
};

/** A fresh form: gender m, rate class s; the quick-add page begins with final expense (rule L24). */
export function emptyLifeForm(place: LifeFormPlace): LifeForm {
  const blank: LifeForm = { ...emptyTyped(lifeLeads.fields), rate_class: 's', phone_hidden: false };
  return place === 'quick-add' ? { ...blank, ...changeTerm(blank, 'fex', place) } : blank;
}

/** The amounts that a product type is sold for, in dollars (rule L20). */
export function coverageAmounts(term: Term): readonly number[] {
  return term === 'fex' ? fexCoverageAmounts : termCoverageAmounts;
}

/** What choosing a product type changes (rule L19). */
export function changeTerm(form: LifeForm, term: Term, place: LifeFormPlace): Partial<LifeForm> {
  const isFex = term === 'fex';
  const amounts = coverageAmounts(term);
  const quickAddCoverage = isFex ? 5_000 : 50_000;
  // An amount that the other list does not offer would be saved unseen.
  const kept =
    form.coverage_amount !== null && amounts.includes(form.coverage_amount) ? form.coverage_amount : null;
  return {
    term,
    rate_class: isFex ? 'lb' : 's',
    policy: isFex ? 1 : 0,
    coverage_amount: place === 'quick-add' ? quickAddCoverage : kept,
    ...(isFex
      ? { mortgage: 0, mortgage_remaining: '', jobstatus: '', total_income: '' }
      : { disability: '' }),
  };
}

/** What changing the job status resets (rule L19). */
export function changeJobStatus(jobstatus: JobStatus): Partial<LifeForm> {
  return { jobstatus, policy: 0, disability: '', mortgage: 0, mortgage_remaining: '', total_income: '' };
}

/** The children amount stands only while the toggle is on. */
export function toggleChildren(on: Flag): Partial<LifeForm> {
  return on ? { children: 1 } : { children: 0, howchildren: '' };
}

/** The remaining mortgage stands only while the toggle is on. */
export function toggleMortgage(on: Flag): Partial<LifeForm> {
  return on ? { mortgage: 1 } : { mortgage: 0, mortgage_remaining: '' };
}

/** Which fields of the Quote tab show (rule L19): for fex the funeral type always and the job status never. */
export function quoteFieldsShown(form: Pick<LifeForm, 'term' | 'jobstatus'>) {
  const isFex = form.term === 'fex';
  const job = isFex ? '' : form.jobstatus;
  return {
    jobstatus: !isFex,
    total_income: job === '1',
    mortgage: job === '2' || job === '4',
    policy: job === '3',
    disability: isFex || job === '3',
  };
}

/** The tab on which a field stands, so that a tab can count its errors. */
export function tabOf(field: string): 'basic' | 'quote' {
  const { fields, sections }: LeadDefinition = lifeLeads;
  return sections[fields[field]?.section ?? '']?.tab === 'quote' ? 'quote' : 'basic';
}

/** What else changes with a field of the form. */
export function changeLifeField(
  form: LifeForm,
  field: string,
  value: unknown,
  place: LifeFormPlace,
): Partial<LifeForm> {
  const changed: Partial<LifeForm> = { [field]: value };
  const { term, jobstatus, children, mortgage } = changed;
  if (term) return changeTerm(form, term, place);
  if (jobstatus) return changeJobStatus(jobstatus);
  if (children !== undefined) return toggleChildren(children);
  return mortgage === undefined ? changed : toggleMortgage(mortgage);
}
