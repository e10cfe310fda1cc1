import { z } from 'zod';
import type { Field } from '../fields/field.js';
import { choice } from '../fields/choice-kinds.js';
import { longText, text } from '../fields/text-kinds.js';

/** The lists whose entries an admin keeps (rules L9 and L36). */
export const choiceListName = z.enum([
  'medications',
  'mediaalphaMedications',
  'healthMedications',
  'current_company',
  'health_current_company',
]);
export const referenceListName = z.enum([...choiceListName.options, 'carriers', 'portals']);
export type ReferenceListName = z.infer<typeof referenceListName>;

/** An address that opens in a browser, or none. */
const website = (label: string) =>
  text({
    label,
    max: 500,
    tooLong: 'At most 500 characters',
    pattern: { matches: /^(https:\/\/\S+)?$/, sentence: 'A URL starts with https://' },
    example: 'https://www.aetnaseniorproducts.com',
  });

/** What an entry of every list has. Its code is what records keep: it never changes. */
export const entryFields = {
  text: text({
    label: 'Name',
    max: 120,
    tooLong: 'At most 120 characters',
    required: true,
    example: 'Aetna',
  }),
  code: text({
    label: 'Code',
    max: 60,
    required: true,
    writable: 'create',
    pattern: {
      matches: /^[a-z0-9][a-z0-9_]{0,59}$/,
      sentence: 'At most 60 lower-case letters, digits and underscores',
    },
    example: 'aetna',
  }),
};

/** What entries of some lists have beside: with carriers what agents look up, with portals where a policy is applied for. */
export const detailFields = {
  carriers: {
    phone: text({
      label: 'Phone for agents',
      max: 40,
      tooLong: 'At most 40 characters',
      example: '(866) 272-6630',
    }),
    website: website('Website'),
    info: longText({
      label: 'Notes for agents',
      max: 2_000,
      tooLong: 'At most 2,000 characters',
      example: 'Final expense, ages 45 to 89.',
    }),
  },
  portals: {
    /** A link that opens, or instructions to read. */
    kind: choice({
      label: 'What it is',
      of: [
        { id: 'link', name: 'Link' },
        { id: 'instructions', name: 'Instructions' },
      ],
      required: true,
      example: 'link',
    }),
    url: website('Address'),
    /** HTML, sanitised by the server. */
    instructions: longText({
      label: 'Instructions',
      help: 'HTML with paragraphs, lists, bold and links',
      max: 10_000,
      tooLong: 'At most 10,000 characters',
      example: '',
    }),
  },
};

/** The schemas of fields, by their keys. */
const wires = <F extends Record<string, Field>>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([key, { wire }]) => [key, wire])) as {
    [K in keyof F]: F[K]['wire'];
  };

/** One entry; one that is not active is offered no more. */
export const referenceEntry = z.strictObject({ ...wires(entryFields), active: z.boolean() });
export type ReferenceEntry = z.infer<typeof referenceEntry>;

/** What is sent of the details of an entry. */
export const entryDetails = {
  carriers: z.object(wires(detailFields.carriers)),
  portals: z.object(wires(detailFields.portals)),
};

/** A carrier of life policies. */
export const carrierEntry = referenceEntry.extend(entryDetails.carriers.shape);
export type CarrierEntry = z.infer<typeof carrierEntry>;

/** Where a policy is applied for. */
export const portalEntry = referenceEntry.extend(entryDetails.portals.shape);
export type PortalEntry = z.infer<typeof portalEntry>;

/** More entries than anybody finds their way in. */
const entriesOf = <E extends z.ZodType>(entry: E) => z.array(entry).max(300, 'At most 300 entries');

/** What an admin sends: the whole list in its order, with the version that it was read from. */
const versioned = { version: z.int().min(1) };
export const referenceListInput = z.discriminatedUnion('list', [
  z.strictObject({ list: choiceListName, ...versioned, entries: entriesOf(referenceEntry) }),
  z.strictObject({ list: z.literal('carriers'), ...versioned, entries: entriesOf(carrierEntry) }),
  z.strictObject({ list: z.literal('portals'), ...versioned, entries: entriesOf(portalEntry) }),
]);
export type ReferenceListInput = z.infer<typeof referenceListInput>;

/** A list as everybody reads it: entries that are no longer offered stay, so that what records keep can be read. */
const read = { ...versioned, changed_by: z.string().nullable(), changed_at: z.iso.datetime().nullable() };
export const referenceList = z.discriminatedUnion('list', [
  z.object({ list: choiceListName, ...read, entries: z.array(referenceEntry) }),
  z.object({ list: z.literal('carriers'), ...read, entries: z.array(carrierEntry) }),
  z.object({ list: z.literal('portals'), ...read, entries: z.array(portalEntry) }),
]);
export type ReferenceList = z.infer<typeof referenceList>;

/** The entries of a list by its name. */
export interface EntriesByList {
  medications: ReferenceEntry;
  mediaalphaMedications: ReferenceEntry;
  healthMedications: ReferenceEntry;
  current_company: ReferenceEntry;
  health_current_company: ReferenceEntry;
  carriers: CarrierEntry;
  portals: PortalEntry;
}
export type EntryOf<N extends ReferenceListName> = EntriesByList[N];
