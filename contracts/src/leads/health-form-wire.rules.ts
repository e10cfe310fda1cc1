import type { SourceName } from '../codes/sources.js';
import type { HealthLead, Person } from '../entities/lead.js';
import { readMoney, typedMoney } from '../money.js';
import { toMask } from '../phone.js';
import { emptyHealthForm, healthFieldsShown, type HealthForm, type PersonForm } from './health-form.rules.js';
import { majorConditionFlags } from './major-conditions.rules.js';
import { genderOf, medicationList } from './stored-lead.rules.js';

const typedNumber = (value: number | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

function loadPerson(person: Person): PersonForm {
  return {
    name: person.name,
    gender: genderOf(person.gender) ?? '',
    height: typedNumber(person.height),
    weight: typedNumber(person.weight),
    birth_date: person.birth_date ?? '',
    tobacco: person.tobacco ?? 0,
  };
}

function wirePerson(person: PersonForm): Person {
  return {
    name: person.name.trim(),
    gender: person.gender || null,
    height: numberOf(person.height),
    weight: numberOf(person.weight),
    birth_date: person.birth_date || null,
    tobacco: person.tobacco,
  };
}

/** A stored lead as the form shows it (lead-work section 4, Loading a stored lead into a form). */
export function loadHealthForm(lead: HealthLead): HealthForm {
  const [birth_year = '', birth_month = '', birth_day = ''] = lead.birth_date?.split('-') ?? [];
  return {
    ...emptyHealthForm(),
    zipcode: lead.zipcode ?? '',
    county: lead.county ?? '',
    city: lead.city ?? '',
    state: lead.state ?? '',
    contact: lead.contact ?? '',
    email: lead.email ?? '',
    phone: lead.phone ? toMask(lead.phone) : '',
    second_phone: lead.second_phone ? toMask(lead.second_phone) : '',
    phone_hidden: lead.phone_hidden,
    address: lead.address ?? '',
    address_2: lead.address_2 ?? '',
    fullname: lead.fullname,
    gender: genderOf(lead.gender) ?? '',
    height: lead.height,
    weight: typedNumber(lead.weight),
    birth_month,
    birth_day,
    birth_year,
    tobacco: lead.tobacco ?? 0,
    spouse: lead.spouse && loadPerson(lead.spouse),
    children: lead.children.map(loadPerson),
    marital_status: lead.marital_status ?? '',
    credit_rating: lead.credit_rating ?? '',
    pregnant: lead.pregnant ?? 0,
    treated: lead.treated ?? 0,
    hospitalized: lead.hospitalized ?? 0,
    self_employed: lead.self_employed ?? 0,
    takes_prescriptions: lead.prescription_medications ? 1 : 0,
    prescription_medications: lead.prescription_medications ?? '',
    // What is stored stands: the default is a fresh form's.
    household_income: typedMoney(lead.household_income),
    weekly_exercise_hours: typedNumber(lead.weekly_exercise_hours),
    datavendor_id: lead.datavendor_id ?? '',
    biz_type: lead.biz_type ?? '',
    biz_name: lead.biz_name ?? '',
    medications: medicationList(lead.medications),
    qualifying_life_event: lead.qualifying_life_event ?? '',
    qualifying_life_event_date: lead.qualifying_life_event_date ?? '',
    denied_coverage: lead.denied_coverage ?? 0,
    lost_coverage: lead.lost_coverage ?? 0,
    currently_insured: lead.currently_insured ?? 0,
    current_company: lead.current_company ?? '',
    coverage_type: lead.coverage_type ?? '',
    recorded_ok: lead.recorded_ok,
  };
}

/** The form's values under their wire names, null for nothing; what does not show is cleared (lead-work section 5, On submit). */
function wireValues(form: HealthForm) {
  const shown = healthFieldsShown(form);
  return {
    fullname: form.fullname.trim(),
    email: form.email.trim(),
    phone: form.phone || null,
    second_phone: form.second_phone || null,
    zipcode: form.zipcode || null,
    county: form.county.trim() || null,
    city: form.city.trim() || null,
    state: form.state || null,
    contact: form.contact.trim() || null,
    address: form.address.trim() || null,
    address_2: form.address_2.trim() || null,
    gender: form.gender || null,
    height: form.height,
    weight: numberOf(form.weight),
    birth_date: `${form.birth_year}-${form.birth_month}-${form.birth_day}`,
    tobacco: form.tobacco,
    spouse: form.spouse && wirePerson(form.spouse),
    children: form.children.map(wirePerson),
    marital_status: form.marital_status || null,
    credit_rating: form.credit_rating || null,
    pregnant: form.pregnant,
    treated: form.treated,
    hospitalized: form.hospitalized,
    self_employed: form.self_employed,
    prescription_medications:
      (shown.prescription_medications && form.prescription_medications.trim()) || null,
    household_income: readMoney(form.household_income) ?? null,
    weekly_exercise_hours: numberOf(form.weekly_exercise_hours),
    datavendor_id: form.datavendor_id.trim() || null,
    biz_type: form.biz_type.trim() || null,
    biz_name: form.biz_name.trim() || null,
    medications: form.medications,
    qualifying_life_event: form.qualifying_life_event || null,
    qualifying_life_event_date: (shown.qualifying_life_event_date && form.qualifying_life_event_date) || null,
    denied_coverage: form.denied_coverage,
    lost_coverage: form.lost_coverage,
    currently_insured: form.currently_insured,
    current_company: (shown.current_company && form.current_company) || null,
    coverage_type: form.coverage_type || null,
    recorded_ok: form.recorded_ok,
  };
}

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/**
 * What creating sends: every filled field, each major condition as its own flag too, and the person under `primary`
 * (lead-work section 2, the manual-create variant).
 */
export function formatNewHealthLead(form: HealthForm, source: SourceName): Record<string, unknown> {
  const { fullname, gender, height, weight, birth_date, tobacco, ...rest } = wireValues(form);
  const { birth_year, birth_month, birth_day } = form;
  const primary = { gender, height, weight, birth_year, birth_month, birth_day, birth_date, tobacco };
  return {
    ...withoutNulls(rest),
    ...majorConditionFlags(form.medications),
    primary: { name: fullname, ...withoutNulls(primary) },
    type: 'health',
    source,
  };
}

/**
 * What updating sends: the fields that differ from the lead the form was loaded from, the flags with the list of
 * conditions, and the version it was read at. Null clears what the user emptied and what no longer shows.
 */
export function formatHealthLeadChange(form: HealthForm, original: HealthLead): Record<string, unknown> {
  const before: Record<string, unknown> = wireValues(loadHealthForm(original));
  const after: Record<string, unknown> = wireValues(form);
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  const kept = Object.fromEntries(
    form.phone_hidden ? changed.filter(([field, value]) => !field.includes('phone') || value) : changed,
  );
  const flags = 'medications' in kept ? majorConditionFlags(form.medications) : {};
  return { ...kept, ...flags, type: 'health', version: original.version };
}
