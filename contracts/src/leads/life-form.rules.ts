import {
  fexCoverageAmounts,
  termCoverageAmounts,
  type ChildrenAmount,
  type FuneralType,
  type Gender,
  type JobStatus,
  type RateClass,
  type Term,
} from '../codes/life-lists.js';
import type { StateCode } from '../codes/states.js';
import type { Flag } from '../ids.js';

/** Where the life form stands: the dialog that makes or edits a lead, or the public quick-add page. */
export type LifeFormPlace = 'dialog' | 'quick-add';

/** The life form as it is typed: masks and `$` included, '' and null for nothing (lead-work section 2). */
export interface LifeForm {
  fullname: string;
  email: string;
  phone: string;
  second_phone: string;
  /** The stored numbers are kept from this reader: not shown, not asked for, kept on save. */
  phone_hidden: boolean;
  address: string;
  zipcode: string;
  state: StateCode | '';
  birth_month: string;
  birth_day: string;
  birth_year: string;
  height: number | null;
  weight: string;
  medications: string[];
  gender: Gender;
  married: Flag;
  children: Flag;
  howchildren: ChildrenAmount | '';
  tobacco: Flag;
  currently_insured: Flag;
  term: Term | '';
  rate_class: RateClass | '';
  coverage_amount: number | null;
  disability: FuneralType | '';
  jobstatus: JobStatus | '';
  total_income: string;
  policy: Flag;
  mortgage: Flag;
  mortgage_remaining: string;
  checking_account: Flag;
  hobby: string;
  color: string;
  policy_number: string;
  draft_date: string;
  app_date: string;
  military: Flag;
  dui: Flag;
  high_risk: Flag;
  prescription_medications: Flag;
  /** Agreed to recorded calls and messages: a voicemail may be left on a machine. */
  recorded_ok: Flag;
}

/** A fresh form: gender m, rate class s; the quick-add page begins with final expense (lead-work section 9). */
export function emptyLifeForm(place: LifeFormPlace): LifeForm {
  const blank: LifeForm = {
    fullname: '',
    email: '',
    phone: '',
    second_phone: '',
    phone_hidden: false,
    address: '',
    zipcode: '',
    state: '',
    birth_month: '',
    birth_day: '',
    birth_year: '',
    height: null,
    weight: '',
    medications: [],
    gender: 'm',
    married: 0,
    children: 0,
    howchildren: '',
    tobacco: 0,
    currently_insured: 0,
    term: '',
    rate_class: 's',
    coverage_amount: null,
    disability: '',
    jobstatus: '',
    total_income: '',
    policy: 0,
    mortgage: 0,
    mortgage_remaining: '',
    checking_account: 0,
    hobby: '',
    color: '',
    policy_number: '',
    draft_date: '',
    app_date: '',
    military: 0,
    dui: 0,
    high_risk: 0,
    prescription_medications: 0,
    recorded_ok: 0,
  };
  return place === 'quick-add' ? { ...blank, ...changeTerm(blank, 'fex', place) } : blank;
}

/** The amounts that a product type is sold for, in dollars (lead-work section 9). */
export function coverageAmounts(term: Term): readonly number[] {
  return term === 'fex' ? fexCoverageAmounts : termCoverageAmounts;
}

/** What choosing a product type changes (lead-work section 4, Product type change). */
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

/** What changing the job status resets (lead-work section 4). */
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

/** Which fields of the Quote tab show (lead-work section 4): for fex the funeral type always and the job status never. */
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

/** The fields of the Quote tab; all others stand on Basic data. */
const quoteFields: ReadonlySet<string> = new Set([
  'term',
  'rate_class',
  'coverage_amount',
  'disability',
  'jobstatus',
  'total_income',
  'policy',
  'mortgage',
  'mortgage_remaining',
]);

/** The tab on which a field stands, so that a tab can count its errors. */
export function tabOf(field: string): 'basic' | 'quote' {
  return quoteFields.has(field) ? 'quote' : 'basic';
}
