import type { AuditedChange } from '../log/audit-details.js';

/** A value longer than this is cut: the log says what changed, it is no second store of it. */
const maxValueLength = 200;

/** How a field may appear: with its values, by name alone (secrets, health data), or not at all (bookkeeping). */
export type Disclosure = (field: string) => 'values' | 'name' | 'none';

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`;
}

/**
 * The fields that differ between two states of a record, with what they were and are as text; null for no value. `before` is
 * undefined for a record that is new, `after` for one that is deleted: there, fields without a value are left out.
 */
export function changesBetween(
  before: object | undefined,
  after: object | undefined,
  disclosure: Disclosure,
): AuditedChange[] {
  const valueIn = (record: object | undefined, field: string): unknown =>
    record === undefined ? undefined : Reflect.get(record, field);
  const isSame = (field: string) => {
    const [was, is] = [valueIn(before, field), valueIn(after, field)];
    return was === is || JSON.stringify(was ?? null) === JSON.stringify(is ?? null);
  };
  // Of a lead's hundred fields a few have changed: the others are compared and no more is made of them.
  const changed = Object.keys(after ?? {}).filter((field) => !isSame(field));
  const gone = Object.keys(before ?? {}).filter(
    (field) => !(after !== undefined && Object.hasOwn(after, field)) && !isSame(field),
  );
  return [...changed, ...gone].sort().flatMap((field) => {
    const disclosed = disclosure(field);
    if (disclosed === 'none') return [];
    if (disclosed === 'name') return [{ field }];
    return [{ field, before: asText(valueIn(before, field)), after: asText(valueIn(after, field)) }];
  });
}
