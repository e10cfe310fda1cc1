/** Something that both sides changed, each in its own way: one field, or fields that belong together. */
export interface FieldConflict<K> {
  /** The first of its fields: its name among the conflicts. */
  id: K;
  /** The fields in which the two sides differ. */
  fields: K[];
}

export interface MergedForms<F> {
  /** What the form holds with everything taken that only one side changed; conflicting fields stand as typed. */
  form: F;
  conflicts: FieldConflict<keyof F & string>[];
}

export type Side = 'mine' | 'theirs';
export type Choices = Readonly<Partial<Record<string, Side>>>;

/** Fields that only make sense together: two people's halves of them are never mixed. */
export type FieldGroups<F> = readonly (readonly (keyof F & string)[])[];

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function withFields<F extends object>(form: F, from: F, fields: readonly (keyof F & string)[]): F {
  return { ...form, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}

const groupOf = <F>(groups: FieldGroups<F>, field: keyof F & string) =>
  groups.find((group) => group.includes(field)) ?? [field];

/**
 * Brings a form together with what somebody else saved meanwhile: `before` is what it was loaded as, `mine` what is
 * typed, `now` what stands. What one side alone changed is taken from that side; equal changes are no conflict.
 */
export function mergeForms<F extends object>(
  { before, mine, now }: { before: F; mine: F; now: F },
  groups: FieldGroups<F>,
): MergedForms<F> {
  let form = mine;
  const conflicts: FieldConflict<keyof F & string>[] = [];
  const units = new Set(
    (Object.keys(mine) as (keyof F & string)[]).map((field) => groupOf(groups, field)[0]),
  );
  for (const id of units) {
    if (id === undefined) continue;
    const unit = groupOf(groups, id);
    const iChanged = unit.some((field) => !same(mine[field], before[field]));
    const theyChanged = unit.some((field) => !same(now[field], before[field]));
    if (!theyChanged) continue;
    const fields = unit.filter((field) => !same(mine[field], now[field]));
    if (!iChanged) form = withFields(form, now, unit);
    else if (fields.length > 0) conflicts.push({ id, fields });
  }
  return { form, conflicts };
}

/** The form once each conflict was decided: theirs replaces the whole unit, mine stays. */
export function decideMerged<F extends object>(
  { form, conflicts }: MergedForms<F>,
  now: F,
  choices: Choices,
  groups: FieldGroups<F>,
): F {
  return conflicts
    .filter(({ id }) => choices[id] === 'theirs')
    .reduce((decided, { id }) => withFields(decided, now, groupOf(groups, id)), form);
}
