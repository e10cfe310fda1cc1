import { fileConsent, type ConsentKind, type FileConsent } from '@crm/contracts/customers/consent.js';
import { consentErrors } from '@crm/contracts/customers/consent.rules.js';
import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import { fromField } from '../controls/datetime-field.rules.js';

/** The fields that are typed, by their names on the wire; the time by the clock of this computer. */
export const typedNames = [
  'consent_text',
  'consent_url',
  'consent_at',
  'seller',
  'trustedform_cert_url',
  'jornaya_lead_id',
] as const;
export type TypedName = (typeof typedNames)[number];

/** The consent of all rows of a file as the form has it. */
export interface TypedConsent extends Record<TypedName, string> {
  consent_kind: ConsentKind;
  channels: readonly ContactChannel[];
}

export const nothingTyped: TypedConsent = {
  ...{ consent_text: '', consent_url: '', consent_at: '', seller: '' },
  ...{ trustedform_cert_url: '', jornaya_lead_id: '' },
  consent_kind: 'written',
  channels: [],
};

/** Reads what was typed by the rules of the service: the consent, or what is wrong with it by field. */
export function readFileConsent(
  typed: TypedConsent,
  now: Date,
): { consent: FileConsent } | { errors: Record<string, string> } {
  const { consent_kind, channels } = typed;
  const given = typedNames.flatMap((name) => {
    const text = typed[name].trim();
    return text === '' ? [] : [[name, name === 'consent_at' ? fromField(text)?.toISOString() : text]];
  });
  const read = fileConsent.safeParse({ consent_kind, channels, ...Object.fromEntries(given) });
  const errors = read.success
    ? consentErrors(read.data, now)
    : Object.fromEntries(read.error.issues.map(({ path: [field], message }) => [String(field), message]));
  return read.success && Object.keys(errors).length === 0 ? { consent: read.data } : { errors };
}
