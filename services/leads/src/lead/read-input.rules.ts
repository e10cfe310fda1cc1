import { isDeepStrictEqual } from 'node:util';
import type { ChangeLeadInput, CreateLeadInput } from '@crm/contracts/entities/lead-input.js';
import type { ConflictingField } from '@crm/contracts/errors.js';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import { sourceIdOf, sources } from '@crm/contracts/codes/sources.js';
import { hidesPhones, savableStatus } from '@crm/contracts/codes/statuses.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import { coverageErrors } from '@crm/contracts/leads/coverage.rules.js';
import { canBeBorn, familyErrors, notBornMessage } from '@crm/contracts/leads/family.rules.js';
import { healthLeadErrors } from '@crm/contracts/leads/health-lead.rules.js';
import { lifeLeadErrors } from '@crm/contracts/leads/life-lead.rules.js';
import { medicationList } from '@crm/contracts/fields/stored-lead.rules.js';
import { dollarsOrNull } from '@crm/contracts/money.js';
import { definedOf, definedOfAny, storedValue } from './defined-fields.js';
import { flatInput } from './health-input.rules.js';
import type { LeadDoc } from './lead.model.js';
import type { StoredFields } from './new-lead.js';

/** What a save sent: fields in the store's form, and those that cannot be stored with the reason. */
export interface ReadInput {
  fields: StoredFields;
  errors: Record<string, string>;
}

/**
 * Brings what a form or a command sent to the store's form: phones to E.164, dollars to cents, empty text to null.
 * `today` is a plain date; nobody is born after it, the spouse and the children as little as the customer.
 */
export function readLeadInput(input: CreateLeadInput | ChangeLeadInput, today: string): ReadInput {
  const fields: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  const defined: Fields = definedOf[typeIdOf[input.type]].fields;
  for (const [name, sent] of Object.entries(flatInput(input))) {
    const field = defined[name];
    if (sent === undefined || field === undefined) continue;
    const read = storedValue(field, sent);
    if ('fault' in read) errors[name] = read.fault;
    else fields[name] = read.value;
  }
  const birth = fields['birth_date'];
  if (typeof birth === 'string' && !canBeBorn(birth, today)) errors['birth_date'] = notBornMessage;
  if (input.type === 'health') Object.assign(errors, familyErrors(input, today));
  if (input.source !== undefined) fields['source_id'] = sourceIdOf(input.source);
  if (input.status !== undefined) fields['status'] = input.status;
  return { fields, errors };
}

/** What the form clears by itself belongs to what it depends on (rule L23). */
export function settleHealthFields<L extends LeadDoc>(lead: L): L {
  if (lead.type_id !== 4) return lead;
  return {
    ...lead,
    current_company: lead.currently_insured === 1 ? lead.current_company : null,
    qualifying_life_event_date:
      lead.qualifying_life_event === null || lead.qualifying_life_event === 'none'
        ? null
        : lead.qualifying_life_event_date,
  };
}

/** What keeps a lead from being saved by a person, as it would be stored: field to message (rules L16 and L17). */
export function savingErrors(lead: LeadDoc): Record<string, string> {
  const phone_hidden = hidesPhones(lead.status);
  return lead.type_id === 2
    ? lifeLeadErrors({ ...lead, phone_hidden })
    : healthLeadErrors({ ...lead, phone_hidden });
}

/**
 * What a person chose that the lists do not offer: an amount of coverage, with the product type as it would be. Nothing
 * where neither changed: a lead that came in with an odd amount stays savable.
 */
export function choiceErrors(before: LeadDoc | undefined, after: LeadDoc): Record<string, string> {
  if (after.type_id !== 2) return {};
  const was = before?.type_id === 2 ? before : undefined;
  if (was?.term === after.term && was?.coverage_amount === after.coverage_amount) return {};
  return coverageErrors({ term: after.term, coverage_amount: dollarsOrNull(after.coverage_amount) });
}

/** The status that a save would set back to that of a new lead, which none can have again. */
export function statusErrors(
  stored: LeadDoc,
  { status }: Pick<ChangeLeadInput, 'status'>,
): Record<string, string> {
  if (status === undefined || status === stored.status) return {};
  const { error } = savableStatus.safeParse(status);
  return error === undefined ? {} : { status: error.issues[0]?.message ?? '' };
}

/** The names of the fields that differ between two states of a lead, as the wire calls them. */
export function changedFields(before: LeadDoc, after: LeadDoc): string[] {
  const own: ReadonlySet<string> = new Set([
    '_id',
    'list',
    'version',
    'changed_by',
    'createdAt',
    'updatedAt',
    'seen',
    'claims',
    'dialled',
  ]);
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => !own.has(name) && !isDeepStrictEqual(value, was.get(name)))
    .map(([name]) => (name === 'source_id' ? 'source' : name));
}

function wireValue(name: string, stored: unknown): unknown {
  if (name === 'source_id') return typeof stored === 'number' ? (sources[stored - 1]?.name ?? null) : null;
  return definedOfAny[name]?.stored.toWire(stored) ?? stored ?? null;
}

/**
 * The fields of a late save whose value differs from what is in the store, both sides as the wire has them. Empty
 * where the save may go through although somebody else saved first: it would change nothing of theirs.
 */
export function conflictingFields(sent: StoredFields, stored: LeadDoc): ConflictingField[] {
  const read = { ...stored, medications: medicationList(stored.medications) };
  const stands = new Map<string, unknown>(Object.entries(read));
  const isHidden = hidesPhones(stored.status);
  return Object.entries(sent)
    .filter(([name, value]) => !isDeepStrictEqual(value ?? null, stands.get(name) ?? null))
    .map(([name, value]) => ({
      field: name === 'source_id' ? 'source' : name,
      yours: wireValue(name, value),
      // Whoever guesses at a hidden number must not learn it from the answer.
      theirs: isHidden && definedOfAny[name]?.kind === 'phone' ? null : wireValue(name, stands.get(name)),
    }));
}
