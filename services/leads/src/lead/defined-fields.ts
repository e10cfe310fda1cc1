import { Schema, type SchemaDefinition } from 'mongoose';
import type { Field, Fields } from '@crm/contracts/fields/field.js';
import type { WireValues } from '@crm/contracts/fields/lead-shapes.js';
import type { LeadDefinition } from '@crm/contracts/resources/define-lead.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { toE164, wrongPhone } from '@crm/contracts/phone.js';
import { storedType } from '@crm/platform/resources/stored-record.js';

type Values = Readonly<Record<string, unknown>>;

/** What is defined of the leads of each type. */
export const definedOf = { 2: lifeLeads, 4: healthLeads } as const;

/** The fields of either type; one that both have is read and stored alike in both, as far as it is asked for here. */
export const definedOfAny: Fields = { ...healthLeads.fields, ...lifeLeads.fields };

/** The fields of a document of any of these; what two of them keep in different ways under one name is left as it is. */
export function schemaOf(...definitions: readonly LeadDefinition[]): SchemaDefinition {
  const types = new Map<string, { type: unknown }>();
  for (const [key, field] of definitions.flatMap(({ fields }) => Object.entries(fields))) {
    const type = storedType(field);
    const isAlike = (types.get(key)?.type ?? type) === type;
    types.set(key, { type: isAlike ? type : Schema.Types.Mixed });
  }
  return Object.fromEntries(types) as SchemaDefinition;
}

/** The fields of a document as they are on the wire; what must not be shown stays here. */
export function wireValues<F extends Fields>(fields: F, stored: object, hidesPhones: boolean): WireValues<F> {
  const values: Record<string, unknown> = {};
  // Read and assigned one by one, without a copy or entries: every row of a list and every event carries them.
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (field)
      values[key] =
        hidesPhones && field.kind === 'phone' ? null : field.stored.toWire(Reflect.get(stored, key));
  }
  return values as WireValues<F>;
}

/** One field as it is stored, of what was sent of it; or why it cannot be. */
export function storedValue({ kind, stored }: Field, sent: unknown): { value: unknown } | { fault: string } {
  const value = sent === '' ? null : sent;
  const isNoPhone = kind === 'phone' && typeof value === 'string' && toE164(value) === undefined;
  return isNoPhone ? { fault: wrongPhone } : { value: stored.ofWire(value) };
}

/** The fields that a row of a file fills, as they are stored: those of a type alone, whatever else the file has. */
export function importedFields(fields: Fields, row: Values): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, { importAs, stored }] of Object.entries(fields))
    if (importAs) values[key] = stored.ofWire(row[importAs.name ?? key] ?? stored.blank);
  return values;
}
