import { z } from 'zod';
import { typeName } from '../codes/lead-types.js';
import { stateCode } from '../codes/states.js';
import { plainDate } from '../ids.js';

/** A line of insurance that a licence is for: the type of the leads. */
export const licenceLine = typeName;
export type LicenceLine = z.infer<typeof licenceLine>;

/**
 * A licence of an agent as other services know it: by Pacific calendar days, valid from the beginning of `from` to the end
 * of `until`; null for one that does not expire. Inactive ones are not among a user's.
 */
export const heldLicence = z.object({
  state: stateCode,
  line: licenceLine,
  from: plainDate,
  until: plainDate.nullable(),
});
export type HeldLicence = z.infer<typeof heldLicence>;
