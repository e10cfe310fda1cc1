import type { Fields } from '../fields/field.js';

export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The fields without which no lead, or no lead that a person saves, may be; phones that are hidden are not asked for. */
export function neededErrors(
  fields: Fields,
  lead: Readonly<Record<string, unknown>> & { phone_hidden?: boolean },
): Record<string, string> {
  const missing = Object.entries(fields).filter(
    ([key, { needed, kind }]) =>
      needed !== undefined && isMissing(lead[key]) && !(kind === 'phone' && lead.phone_hidden),
  );
  return Object.fromEntries(missing.map(([key, { none }]) => [key, none]));
}
