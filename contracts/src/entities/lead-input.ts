import { z } from 'zod';
import { sourceName } from '../codes/sources.js';
import { statusCode } from '../codes/statuses.js';
import { inputShape } from '../fields/lead-shapes.js';
import { id, plainDate } from '../ids.js';
import { majorConditionFields } from './major-conditions.rules.js';
import { onceRight } from '../once-right.js';
import { healthLeads } from '../resources/health-lead.js';
import { lifeLeads } from '../resources/life-lead.js';
import { isRealDate } from '../time/pacific.js';

/** Who and what of a save: no id makes a lead, an id changes it from the version named. */
const identity = {
  id: id.optional(),
  version: z.int().min(0).optional(),
  source: sourceName.optional(),
  status: statusCode.optional(),
};

/**
 * What the life form sends (rule L23). A key that is absent stays as it is in the store, null clears it.
 * Creating asks for the whole required set; a change asks for what it carries to be valid.
 */
export const lifeLeadInput = z.strictObject({
  ...identity,
  type: z.literal('life'),
  ...inputShape(lifeLeads.fields),
});
export type LifeLeadInput = z.infer<typeof lifeLeadInput>;

/**
 * A health lead in flat form. Its major conditions are the list `medications`, or one of them alone; where the list is
 * absent, those whose 0/1 flag is 1 (rule L6).
 */
export const healthLeadInput = z.strictObject({
  ...identity,
  type: z.literal('health'),
  ...inputShape(healthLeads.fields),
  ...z.object(majorConditionFields).partial().shape,
});
export type HealthLeadInput = z.infer<typeof healthLeadInput>;

const inHealth = healthLeadInput.shape;
/** The person whom a health lead is about, as the form that makes one sends it (rule L6). */
const primaryPerson = z.strictObject({
  name: inHealth.fullname,
  gender: inHealth.gender,
  height: inHealth.height,
  weight: inHealth.weight,
  birth_year: z.string().max(4).optional(),
  birth_month: z.string().max(2).optional(),
  birth_day: z.string().max(2).optional(),
  /** Without it the three parts make it. */
  birth_date: plainDate.optional(),
  tobacco: inHealth.tobacco,
});
export type PrimaryPerson = z.infer<typeof primaryPerson>;

/** A health lead in either form: the person's own fields at the top, or under `primary`, which then counts. */
const healthFormInput = healthLeadInput
  .extend({ primary: primaryPerson })
  .partial({ primary: true, fullname: true, birth_date: true });

const hasBirthDate = ({
  birth_date,
  primary,
}: Pick<z.infer<typeof healthFormInput>, 'birth_date' | 'primary'>) => {
  const { birth_year = '', birth_month = '', birth_day = '' } = primary ?? {};
  return (primary?.birth_date ?? birth_date) !== undefined || isRealDate(birth_year, birth_month, birth_day);
};

/** A new lead: the whole required set of its form. */
export const createLeadInput = z.discriminatedUnion('type', [
  lifeLeadInput.omit({ id: true, version: true }),
  healthFormInput
    .omit({ id: true, version: true })
    .refine(({ fullname, primary }) => (primary?.name ?? fullname) !== undefined, {
      path: ['fullname'],
      error: 'This field is required',
      ...onceRight(),
    })
    .refine(hasBirthDate, { path: ['birth_date'], error: 'This field is required', ...onceRight() }),
]);
export type CreateLeadInput = z.infer<typeof createLeadInput>;

/** A change: the fields that change, and the version that they were read from. */
export const changeLeadInput = z.discriminatedUnion('type', [
  lifeLeadInput.omit({ id: true }).partial().required({ type: true, version: true }),
  healthFormInput.omit({ id: true }).partial().required({ type: true, version: true }),
]);
export type ChangeLeadInput = z.infer<typeof changeLeadInput>;

/** What the event process-lead carries: a new lead without an id, a change with id and version. */
export const processLeadInput = z.union(
  [
    z.object({ id, lead: changeLeadInput }),
    z.object({ id: z.undefined().optional(), lead: createLeadInput }),
  ],
  'Send a lead; include the id to change an existing one',
);

/** A carrier price map; up to 4 whole digits and 4 decimals (rule L32). */
export const priceMap = z.record(
  z.string().min(1).max(60),
  z.number().min(0).max(9999.9999).multipleOf(0.0001),
);
