import { z } from 'zod';
import type { ConsentInput } from '../customers/consent.js';
import type { Field } from '../fields/field.js';
import type { LeadDefinition } from './define-lead.js';
import { healthLeads } from './health-lead.js';
import { nameColumns } from './lead-contact.js';
import { lifeLeads } from './life-lead.js';

/** A column that a file of leads may have. */
export interface ImportColumn {
  /** As the wire and the kept layout of a file call it. */
  name: string;
  /** Where a cell is put right, and in the reason why it is refused. */
  label: string;
  inReasons: string;
  headings: readonly string[];
  /** The field that it fills; undefined for part of a name, and for what is said of a consent. */
  field?: Field;
  /** What it says of the person's consent. */
  consent?: keyof ConsentInput;
}

/** What a file may say of consents; only headings that speak of nothing else are known. */
const consentHeadings = [
  ['consent_text', 'Consent wording', ['consenttext', 'consentwording', 'consentlanguage', 'tcpatext']],
  ['consent_url', 'Consent page', ['consenturl', 'consentpage', 'optinurl']],
  ['consent_ip', 'Consent IP address', ['consentip', 'consentipaddress', 'optinip']],
  ['consent_at', 'Consent time', ['consentat', 'consenttime', 'consentdate', 'optinat', 'optindate']],
  ['consent_expires_at', 'Consent expiry', ['consentexpiresat', 'consentexpires', 'consentexpiry']],
  [
    'trustedform_cert_url',
    'TrustedForm certificate',
    ['trustedformcerturl', 'xxtrustedformcerturl', 'trustedformcertificate'],
  ],
  ['jornaya_lead_id', 'Jornaya LeadiD', ['jornayaleadid', 'universalleadid', 'leadidtoken']],
  ['seller', 'Consent seller', ['seller', 'consentseller']],
  ['channels', 'Consent channels', ['channels', 'consentchannels']],
] as const satisfies readonly (readonly [keyof ConsentInput, string, readonly string[]])[];

const consentColumns = consentHeadings.map(([name, label, headings]): ImportColumn => {
  return { name, label, inReasons: label, headings, consent: name };
});

/** The columns that files of these leads may have, each once. */
export function importColumnsOf(...definitions: readonly LeadDefinition[]): ImportColumn[] {
  const columns = new Map<string, ImportColumn>();
  for (const [key, field] of definitions.flatMap(({ fields }) => Object.entries(fields))) {
    if (field.importAs === undefined) continue;
    const { name = key, label = field.label, inReasons = label, headings } = field.importAs;
    if (!columns.has(name)) columns.set(name, { name, label, inReasons, headings, field });
    if (key === 'fullname')
      for (const part of nameColumns) columns.set(part.name, { ...part, inReasons: part.label });
  }
  return [...columns.values()];
}

/** Every column that a file may have: of the leads, and of the consents that come with them. */
export const importColumns = [...importColumnsOf(lifeLeads, healthLeads), ...consentColumns];

/** The names of the columns of a file that fill fields of a lead. */
export const importField = z.enum(importColumns.map(({ name }) => name));
export type ImportField = z.infer<typeof importField>;
