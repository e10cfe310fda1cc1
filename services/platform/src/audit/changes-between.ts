import type { AuditedChange } from '../log/audit-details.js';

/** A value longer than this is cut: the log says what changed, it is no second store of it. */
const maxValueLength = 200;

/** How a field may appear: with its values, or by name alone (secrets, health data). */
export type Disclosure = (field: string) => 'values' | 'name';

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
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>> | undefined,
  disclosure: Disclosure,
): AuditedChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  return fields.flatMap((field) => {
    const [was, is] = [JSON.stringify(before?.[field] ?? null), JSON.stringify(after?.[field] ?? null)];
    if (was === is) return [];
    if (disclosure(field) === 'name') return [{ field }];
    return [{ field, before: asText(before?.[field]), after: asText(after?.[field]) }];
  });
}
