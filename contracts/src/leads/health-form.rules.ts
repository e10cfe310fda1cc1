import type { CoverageType, CreditRating, QualifyingLifeEvent } from '../codes/health-lists.js';
import type { Gender } from '../codes/life-lists.js';
import type { StateCode } from '../codes/states.js';
import type { Flag } from '../ids.js';

/** A spouse or a child as it is typed; '' for nothing (lead-work section 3, Person). */
export interface PersonForm {
  name: string;
  gender: Gender | '';
  /** Whole inches. */
  height: string;
  weight: string;
  birth_date: string;
  tobacco: Flag;
}

/** The health form as it is typed: masks and `$` included, '' and null for nothing (lead-work section 2, Health dialog). */
export interface HealthForm {
  zipcode: string;
  county: string;
  city: string;
  state: StateCode | '';
  contact: string;
  email: string;
  phone: string;
  second_phone: string;
  /** The stored numbers are kept from this reader: not shown, not asked for, kept on save. */
  phone_hidden: boolean;
  address: string;
  address_2: string;
  fullname: string;
  gender: Gender | '';
  height: number | null;
  weight: string;
  birth_month: string;
  birth_day: string;
  birth_year: string;
  tobacco: Flag;
  spouse: PersonForm | null;
  children: readonly PersonForm[];
  marital_status: string;
  credit_rating: CreditRating | '';
  pregnant: Flag;
  treated: Flag;
  hospitalized: Flag;
  self_employed: Flag;
  /** The toggle before `prescription_medications`: it is on the form alone. */
  takes_prescriptions: Flag;
  prescription_medications: string;
  household_income: string;
  weekly_exercise_hours: string;
  datavendor_id: string;
  biz_type: string;
  biz_name: string;
  medications: string[];
  qualifying_life_event: QualifyingLifeEvent | '';
  qualifying_life_event_date: string;
  denied_coverage: Flag;
  lost_coverage: Flag;
  currently_insured: Flag;
  current_company: string;
  coverage_type: CoverageType | '';
  /** Agreed to recorded calls and messages: a voicemail may be left on a machine. */
  recorded_ok: Flag;
}

/** As many children as a lead keeps. */
export const mostChildren = 20;

/** A spouse or a child of whom nothing is known yet. */
export function blankPerson(): PersonForm {
  return { name: '', gender: '', height: '', weight: '', birth_date: '', tobacco: 0 };
}

/** A fresh form: gender m, household income 75000 (lead-work section 9). */
export function emptyHealthForm(): HealthForm {
  return {
    zipcode: '',
    county: '',
    city: '',
    state: '',
    contact: '',
    email: '',
    phone: '',
    second_phone: '',
    phone_hidden: false,
    address: '',
    address_2: '',
    fullname: '',
    gender: 'm',
    height: null,
    weight: '',
    birth_month: '',
    birth_day: '',
    birth_year: '',
    tobacco: 0,
    spouse: null,
    children: [],
    marital_status: '',
    credit_rating: '',
    pregnant: 0,
    treated: 0,
    hospitalized: 0,
    self_employed: 0,
    takes_prescriptions: 0,
    prescription_medications: '',
    household_income: '$75000',
    weekly_exercise_hours: '',
    datavendor_id: '',
    biz_type: '',
    biz_name: '',
    medications: [],
    qualifying_life_event: '',
    qualifying_life_event_date: '',
    denied_coverage: 0,
    lost_coverage: 0,
    currently_insured: 0,
    current_company: '',
    coverage_type: '',
    recorded_ok: 0,
  };
}

/** The Spouse toggle creates or removes a blank spouse (lead-work section 4, Health form). */
export function toggleSpouse(on: Flag): Pick<HealthForm, 'spouse'> {
  return { spouse: on ? blankPerson() : null };
}

/** The Children toggle adds one blank child or clears all. */
export function toggleChildren(on: Flag): Pick<HealthForm, 'children'> {
  return { children: on ? [blankPerson()] : [] };
}

/** The counter's up button: one blank child more, up to as many as a lead keeps. */
export function addChild({ children }: Pick<HealthForm, 'children'>): Pick<HealthForm, 'children'> {
  return { children: children.length < mostChildren ? [...children, blankPerson()] : children };
}

/** The counter's down button: the last child goes; without any the toggle is off. */
export function removeChild({ children }: Pick<HealthForm, 'children'>): Pick<HealthForm, 'children'> {
  return { children: children.slice(0, -1) };
}

/** Which fields show only beside another (lead-work sections 2 and 4, Health form). */
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
