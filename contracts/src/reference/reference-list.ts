import { z } from 'zod';

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

const webAddress = z
  .url({ protocol: /^https$/, error: 'An address begins with https://' })
  .max(500, 'An address may have 500 characters at most');

/** One entry. Its code is what records keep: it never changes; an entry that is not active is offered no more. */
export const referenceEntry = z.strictObject({
  code: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_]{0,59}$/, 'A code has small letters, digits and underscores, 60 at most'),
  text: z.string().trim().min(1, 'This field is required').max(120, 'A name may have 120 characters at most'),
  active: z.boolean(),
});
export type ReferenceEntry = z.infer<typeof referenceEntry>;

/** A carrier of life policies with what agents look up before choosing it. */
export const carrierEntry = referenceEntry.extend({
  phone: z.string().trim().max(40, 'A phone may have 40 characters at most'),
  website: z.union([z.literal(''), webAddress], { error: 'An address begins with https://' }),
  info: z.string().trim().max(2_000, 'Notes may have 2,000 characters at most'),
});
export type CarrierEntry = z.infer<typeof carrierEntry>;

/** Where a policy is applied for: a link that opens, or instructions to read; HTML, sanitised by the server. */
export const portalEntry = referenceEntry.extend({
  kind: z.enum(['link', 'instructions']),
  url: z.union([z.literal(''), webAddress], { error: 'An address begins with https://' }),
  instructions: z.string().max(10_000, 'Instructions may have 10,000 characters at most'),
});
export type PortalEntry = z.infer<typeof portalEntry>;

/** More entries than anybody finds their way in. */
const entriesOf = <E extends z.ZodType>(entry: E) =>
  z.array(entry).max(300, 'A list may have 300 entries at most');

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
