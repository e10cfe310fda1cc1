import type { SourceName } from '../codes/sources.js';
import type { LifeLead } from '../entities/lead.js';
import { readMoney, typedMoney } from '../money.js';
import { toMask } from '../phone.js';
import { parseShownDate, shownDate } from '../time/pacific.js';
import { emptyLifeForm, type LifeForm } from './life-form.rules.js';
import { genderOf, medicationList } from './stored-lead.rules.js';

/** A stored lead as the form shows it (lead-work section 4, Loading a stored lead into a form). */
export function loadLifeForm(lead: LifeLead): LifeForm {
  const [birth_year = '', birth_month = '', birth_day = ''] = lead.birth_date?.split('-') ?? [];
  const isFex = lead.term === 'fex';
  return {
    ...emptyLifeForm('dialog'),
    fullname: lead.fullname,
    email: lead.email ?? '',
    phone: lead.phone ? toMask(lead.phone) : '',
    second_phone: lead.second_phone ? toMask(lead.second_phone) : '',
    phone_hidden: lead.phone_hidden,
    address: lead.address ?? '',
    zipcode: lead.zipcode ?? '',
    state: lead.state ?? '',
    birth_month,
    birth_day,
    birth_year,
    height: lead.height,
    weight: lead.weight === null ? '' : String(lead.weight),
    medications: medicationList(lead.medications),
    gender: genderOf(lead.gender) ?? 'm',
    married: lead.married ?? 0,
    children: lead.howchildren ? 1 : 0,
    howchildren: lead.howchildren ?? '',
    tobacco: lead.tobacco ?? 0,
    currently_insured: lead.currently_insured ?? 0,
    term: lead.term ?? '',
    rate_class: lead.rate_class ?? (isFex ? 'lb' : 's'),
    coverage_amount: lead.coverage_amount,
    disability: lead.disability ?? '',
    jobstatus: lead.jobstatus ?? '',
    total_income: typedMoney(lead.total_income),
    policy: lead.disability ? 1 : 0,
    mortgage: lead.mortgage_remaining === null || isFex ? 0 : 1,
    mortgage_remaining: isFex ? '' : typedMoney(lead.mortgage_remaining),
    checking_account: lead.checking_account ?? 0,
    hobby: lead.hobby ?? '',
    color: lead.color ?? '',
    policy_number: lead.policy_number ?? '',
    draft_date: lead.draft_date ? shownDate(lead.draft_date) : '',
    app_date: lead.app_date ? shownDate(lead.app_date) : '',
    military: lead.military ?? 0,
    dui: lead.dui ?? 0,
    high_risk: lead.high_risk ?? 0,
    prescription_medications: lead.prescription_medications ?? 0,
    recorded_ok: lead.recorded_ok,
  };
}

/** The form's values under their wire names, null for nothing. Of a form that has no errors. */
function wireValues(form: LifeForm) {
  return {
    fullname: form.fullname.trim(),
    email: form.email.trim(),
    phone: form.phone || null,
    second_phone: form.second_phone || null,
    address: form.address.trim() || null,
    zipcode: form.zipcode || null,
    state: form.state || null,
    birth_date: `${form.birth_year}-${form.birth_month}-${form.birth_day}`,
    height: form.height,
    weight: form.weight === '' ? null : Number(form.weight),
    medications: form.medications,
    gender: form.gender,
    married: form.married,
    children: form.children,
    howchildren: form.howchildren || null,
    tobacco: form.tobacco,
    currently_insured: form.currently_insured,
    term: form.term || null,
    rate_class: form.rate_class || null,
    coverage_amount: form.coverage_amount,
    disability: form.disability || null,
    jobstatus: form.jobstatus || null,
    total_income: readMoney(form.total_income) ?? null,
    policy: form.policy,
    mortgage: form.mortgage,
    mortgage_remaining: readMoney(form.mortgage_remaining) ?? null,
    checking_account: form.checking_account,
    hobby: form.hobby.trim() || null,
    color: form.color.trim() || null,
    policy_number: form.policy_number.trim() || null,
    draft_date: parseShownDate(form.draft_date) ?? null,
    app_date: parseShownDate(form.app_date) ?? null,
    military: form.military,
    dui: form.dui,
    high_risk: form.high_risk,
    prescription_medications: form.prescription_medications,
    recorded_ok: form.recorded_ok,
  };
}

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** What creating sends: every filled field; source manual unless the marketplace form says mediaalpha. */
export function formatNewLifeLead(form: LifeForm, source: SourceName): Record<string, unknown> {
  return { ...withoutNulls(wireValues(form)), type: 'life', source };
}

/** Fields that the edit dialog of the lead page alone shows (lead-work section 2). */
const editOnly: ReadonlySet<string> = new Set([
  'hobby',
  'color',
  'policy_number',
  'draft_date',
  'app_date',
  'military',
  'dui',
  'high_risk',
  'prescription_medications',
  'recorded_ok',
]);

/** What the quick-add page sends of its form: every filled field that it shows; the rest is said by the service. */
export function formatQuickAdd(form: LifeForm): Record<string, unknown> {
  const shown = Object.entries(wireValues(form)).filter(([field]) => !editOnly.has(field));
  return withoutNulls(Object.fromEntries(shown));
}

/**
 * What updating sends: the fields that differ from the lead the form was loaded from, and the version it was read at.
 * Empty values are left out (lead-work section 5) save those that the user emptied: null clears them.
 */
export function formatLifeLeadChange(form: LifeForm, original: LifeLead): Record<string, unknown> {
  const before: Record<string, unknown> = wireValues(loadLifeForm(original));
  const after: Record<string, unknown> = wireValues(form);
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  );
  const kept = form.phone_hidden
    ? changed.filter(([field, value]) => !field.includes('phone') || value)
    : changed;
  return { ...Object.fromEntries(kept), type: 'life', version: original.version };
}
