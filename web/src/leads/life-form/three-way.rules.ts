import { formatLifeLeadChange, loadLifeForm } from '@crm/contracts/leads/life-form-wire.rules.js';
import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import type { LifeLead } from '@crm/contracts/entities/lead.js';

export type LifeFormField = keyof LifeForm;

/** Fields that only make sense together: two people's halves of them are never mixed. */
const groups: readonly (readonly LifeFormField[])[] = [
  ['birth_year', 'birth_month', 'birth_day'],
  ['children', 'howchildren'],
  [
    'term',
    'rate_class',
    'coverage_amount',
    'disability',
    'jobstatus',
    'total_income',
    'policy',
    'mortgage',
    'mortgage_remaining',
  ],
];

const groupOf = (field: LifeFormField): readonly LifeFormField[] =>
  groups.find((group) => group.includes(field)) ?? [field];

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Something that both sides changed, each in its own way: one field, or fields that belong together. */
export interface FormConflict {
  /** The first of its fields: its name among the conflicts. */
  id: LifeFormField;
  /** The fields in which the two sides differ. */
  fields: LifeFormField[];
}

export interface Merged {
  /** What the form holds with everything taken that only one side changed; conflicting fields stand as typed. */
  form: LifeForm;
  conflicts: FormConflict[];
}

/**
 * Brings a form together with what somebody else saved meanwhile. `base` is the lead the form was loaded from, `theirs`
 * the one that stands now. A field that one side alone changed is taken from that side; equal changes are no conflict.
 */
export function mergeLifeForm(base: LifeLead, mine: LifeForm, theirs: LifeLead): Merged {
  const before = loadLifeForm(base);
  const now = loadLifeForm(theirs);
  let form: LifeForm = { ...mine, phone_hidden: now.phone_hidden };
  const conflicts: FormConflict[] = [];

  const units = new Set(
    (Object.keys(mine) as LifeFormField[]).filter((field) => field !== 'phone_hidden').map(groupOf),
  );
  const seen = new Set<LifeFormField>();
  for (const unit of units) {
    const [id] = unit;
    if (id === undefined || seen.has(id)) continue;
    seen.add(id);
    const iChanged = unit.some((field) => !same(mine[field], before[field]));
    const theyChanged = unit.some((field) => !same(now[field], before[field]));
    if (!theyChanged) continue;
    const fields = unit.filter((field) => !same(mine[field], now[field]));
    if (!iChanged) form = withFields(form, now, unit);
    else if (fields.length > 0) conflicts.push({ id, fields });
  }
  return { form, conflicts };
}

function withFields(form: LifeForm, from: LifeForm, fields: readonly LifeFormField[]): LifeForm {
  return { ...form, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}

export type Side = 'mine' | 'theirs';

/** The form once each conflict was decided: theirs replaces the whole unit, mine stays. */
export function decideConflicts(
  merged: Merged,
  theirs: LifeLead,
  choices: Readonly<Partial<Record<LifeFormField, Side>>>,
): LifeForm {
  const now = loadLifeForm(theirs);
  return merged.conflicts
    .filter(({ id }) => choices[id] === 'theirs')
    .reduce((form, { id }) => withFields(form, now, groupOf(id)), merged.form);
}

/** Whether saving a form on top of a lead would change anything of it. */
export function changesAnything(form: LifeForm, lead: LifeLead): boolean {
  const { type: _type, version: _version, ...changes } = formatLifeLeadChange(form, lead);
  return Object.keys(changes).length > 0;
}
