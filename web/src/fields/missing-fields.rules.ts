import type { Field, Fields } from '@crm/contracts/fields/field.js';

/**
 * The labels of the fields that must be filled and are not, in the order of the definition. What is never read back need not
 * be said again of what is there already.
 */
export function missingFields(
  fields: Fields,
  keys: readonly string[],
  values: Record<string, unknown>,
  isNew = true,
): string[] {
  return keys.flatMap((key) => {
    const field = fields[key];
    if (field === undefined || !isRequired(field, isNew)) return [];
    const typed = values[key];
    const value = typed === undefined ? undefined : field.typed.toWire(typed);
    const isEmpty =
      value === undefined ||
      value === null ||
      (typeof value === 'string' && value.trim() === '') ||
      (Array.isArray(value) && value.length === 0);
    return isEmpty ? [field.label] : [];
  });
}

/** Whether a form marks a field as one that must be filled. */
export const isRequired = (
  { required, writeOnly }: Pick<Field, 'required' | 'writeOnly'>,
  isNew: boolean,
): boolean => required && (isNew || writeOnly !== true);
