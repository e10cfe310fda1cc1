import { z } from 'zod';
import { roleName, type RoleName } from '../codes/roles.js';
import { plainDate } from '../ids.js';

/** From which day on which roles sign in with a second factor; a role that is missing need not. */
export const factorRequirement = z.partialRecord(roleName, plainDate);
export type FactorRequirement = z.infer<typeof factorRequirement>;

/** The first day on which a role needs a second factor; null for never. */
export const requiredFrom = (requirement: FactorRequirement, role: RoleName): string | null =>
  requirement[role] ?? null;

/** Whether a role needs one on a day: before the first, whoever has none signs in without. */
export function isRequired(requirement: FactorRequirement, role: RoleName, today: string): boolean {
  const from = requiredFrom(requirement, role);
  return from !== null && from <= today;
}
