import type { Fields } from '@crm/contracts/resources/define-resource.js';

/** The labels of the fields that must be filled and are not, in the order of the definition. */
export function missingFields(
  fields: Fields,
  keys: readonly string[],
  values: Record<string, unknown>,
): string[] {
  return keys.flatMap((key) => {
    const field = fields[key];
    if (field === undefined || !field.required) return [];
    const value = values[key];
    const isEmpty =
      value === undefined ||
      value === null ||
      (typeof value === 'string' && value.trim() === '') ||
      (Array.isArray(value) && value.length === 0);
    return isEmpty ? [field.label] : [];
  });
}
