import { z } from 'zod';
import { emailPattern, zipCode } from '../address-formats.js';
import { typeName } from '../codes/lead-types.js';
import { sourceName } from '../codes/sources.js';
import { stateCode } from '../codes/states.js';
import { statusCode } from '../codes/statuses.js';
import { flag, id, plainDate } from '../ids.js';
import { majorConditionFields } from '../leads/major-conditions.rules.js';
import { onceRight } from '../once-right.js';
import { maskedPhone, phoneNumber, wrongPhone } from '../phone.js';
import { isRealDate } from '../time/pacific.js';
import { healthFields, lifeFields, person } from './lead.js';
import { gender } from '../codes/life-lists.js';

const requiredText = z.string().trim().min(1, 'This field is required').max(500);

/** A phone as it is typed or stored; normalised to E.164 by the use case. */
export const phoneInput = z.union([maskedPhone, phoneNumber], {
  error: (issue) => (issue.input === undefined || issue.input === '' ? 'Phone is required' : wrongPhone),
});

const emailInput = z
  .string({ error: 'E-mail is required' })
  .trim()
  .min(1, 'E-mail is required')
  .max(254)
  .regex(emailPattern, 'E-mail must be valid');

const contact = {
  fullname: requiredText,
  email: emailInput,
  phone: phoneInput,
  second_phone: phoneInput.nullable().optional(),
  address: z.string().max(500).nullable().optional(),
  zipcode: zipCode.nullable().optional(),
  state: stateCode,
  birth_date: plainDate,
  gender: gender.optional(),
  height: z.int().min(53).max(83).nullable().optional(),
  weight: z.int().min(1).max(999).nullable().optional(),
  /** Agreed to recorded calls and messages. */
  recorded_ok: flag.optional(),
};

/** Who and what of a save: no id makes a lead, an id changes it from the version named. */
const identity = {
  id: id.optional(),
  version: z.int().min(0).optional(),
  source: sourceName.optional(),
  status: statusCode.optional(),
};

const optionalAndClearable = <S extends z.ZodRawShape>(shape: S) => z.object(shape).partial().shape;

/**
 * What the life form sends (lead-work section 5). A key that is absent stays as it is in the store, null clears it.
 * Creating asks for the whole required set; a change asks for what it carries to be valid.
 */
export const lifeLeadInput = z.strictObject({
  ...identity,
  type: z.literal('life'),
  ...optionalAndClearable(lifeFields),
  ...contact,
});
export type LifeLeadInput = z.infer<typeof lifeLeadInput>;

/**
 * A health lead in flat form. Its major conditions are the list `medications`, or one of them alone; where the list is
 * absent, those whose 0/1 flag is 1 (lead-work section 3, Health lead).
 */
export const healthLeadInput = z.strictObject({
  ...identity,
  type: z.literal('health'),
  ...optionalAndClearable(healthFields),
  ...optionalAndClearable(majorConditionFields),
  ...contact,
  email: emailInput,
  state: stateCode.nullable().optional(),
  spouse: person.nullable().optional(),
  medications: z.union([healthFields.medications, z.string().min(1).max(100)]).optional(),
});
export type HealthLeadInput = z.infer<typeof healthLeadInput>;

/** The person whom a health lead is about, as the form that makes one sends it (lead-work section 2, Health dialog). */
const primaryPerson = z.strictObject({
  name: requiredText,
  gender: contact.gender,
  height: contact.height,
  weight: contact.weight,
  birth_year: z.string().max(4).optional(),
  birth_month: z.string().max(2).optional(),
  birth_day: z.string().max(2).optional(),
  /** Without it the three parts make it. */
  birth_date: plainDate.optional(),
  tobacco: healthFields.tobacco.optional(),
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
  'Send a lead, with the id of one that changes',
);

/** A carrier price map; up to 4 whole digits and 4 decimals (lead-work section 5, Price inputs). */
export const priceMap = z.record(
  z.string().min(1).max(60),
  z.number().min(0).max(9999.9999).multipleOf(0.0001),
);

/** Filters of the lead table (lead-work section 3, Filters). Empty or absent lists filter nothing. */
export const leadFilter = z.object({
  type: z.union([z.literal(2), z.literal(4)]),
  state: z.array(stateCode).max(50).optional(),
  status: z.array(statusCode).max(30).optional(),
  /** Agents by id; 0 stands for 'Without agent'. An agent's own filter is forced to the own id. */
  agent: z
    .array(z.union([id, z.literal(0)]))
    .max(2000)
    .optional(),
  source: z.int().min(1).max(6).nullable().optional(),
  /** Part of a name, an e-mail or a phone number. */
  q: z.string().trim().max(100).optional(),
});
export type LeadFilter = z.infer<typeof leadFilter>;

/** The columns that the lead tables can be sorted by. */
export const leadSortField = z.enum([
  'status',
  'source',
  'agent_fullname',
  'fullname',
  'email',
  'phone',
  'premium_price',
  'premium_carrier',
  'term',
  'coverage_type',
  'state',
  'birth_date',
  'type',
  'updatedAt',
]);
export type LeadSortField = z.infer<typeof leadSortField>;
export const leadSort = z.object({ field: leadSortField, order: z.enum(['ASC', 'DESC']) });
export type LeadSort = z.infer<typeof leadSort>;

/** What a bulk upload is told: how columns are separated, and the type of its leads. */
export const bulkUploadFields = z.object({
  delimiter: z.enum(['', ',', ';', '\t', '|']).default(''),
  lt: typeName,
});
export type BulkUploadFields = z.infer<typeof bulkUploadFields>;

/** One import of a file and how far it came. */
export const leadImport = z.object({
  id,
  file: z.string(),
  type: typeName,
  state: z.enum(['receiving', 'running', 'done', 'failed']),
  /** How many rows the file has; null until they are counted. */
  rows: z.int().nullable(),
  read: z.int(),
  saved: z.int(),
  refused: z.int(),
  duplicates: z.int(),
  bytes: z.int(),
  bytes_done: z.int(),
  message: z.string(),
  started_by: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type LeadImport = z.infer<typeof leadImport>;

/** One refused row of an import: its line in the file, the reason, and the row as it stood. */
export const refusedRow = z.object({ line: z.int(), reason: z.string(), row: z.string() });
export type RefusedRow = z.infer<typeof refusedRow>;

/** The fields of a lead that a column of a file can fill. */
export const importField = z.enum([
  'fullname',
  'first_name',
  'last_name',
  'email',
  'phone',
  'second_phone',
  'address',
  'city',
  'county',
  'zipcode',
  'state',
  'birth_date',
  'gender',
  'height',
  'weight',
  'tobacco',
  'income',
  'mortgage_remaining',
]);
export type ImportField = z.infer<typeof importField>;

/**
 * A refused row to be put right: what its columns hold by field, and what is wrong by field. Without fields it cannot be put
 * right here, as where it could not be split into columns.
 */
export const refusedRowFields = refusedRow.extend({
  fields: z.partialRecord(importField, z.string()).nullable(),
  errors: z.partialRecord(importField, z.string()),
});
export type RefusedRowFields = z.infer<typeof refusedRowFields>;
