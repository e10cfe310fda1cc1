import { z } from 'zod';

/** Where a lead came from, by name: what `lead.source` carries (rule L1). */
export const sourceName = z.enum(['own', 'mediaalpha', 'manual', 'bulk', 'clickListing', 'liveTransfer']);
export type SourceName = z.infer<typeof sourceName>;

/** The same by number: what filters and rooms take. */
export const sourceId = z.int().min(1).max(6);
export type SourceId = z.infer<typeof sourceId>;

export const source = z.object({ id: sourceId, name: sourceName, title: z.string() });
export type Source = z.infer<typeof source>;

/** The six sources, in the order of their numbers. */
export const sources: readonly Source[] = [
  { id: 1, name: 'own', title: 'Own' },
  { id: 2, name: 'mediaalpha', title: 'Advertising marketplace' },
  { id: 3, name: 'manual', title: 'Manual' },
  { id: 4, name: 'bulk', title: 'Bulk' },
  { id: 5, name: 'clickListing', title: 'Click listing' },
  { id: 6, name: 'liveTransfer', title: 'Live transfer' },
];

/** How early the leads of a source come: 1 later, 2 normal, 3 first. */
export const sourceWeight = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type SourceWeight = z.infer<typeof sourceWeight>;

/** What a source has that nobody weighed. */
export const normalWeight: SourceWeight = 2;

/** The source with this number; undefined where there is none. */
export function sourceById(number: number): Source | undefined {
  return sources.find(({ id }) => id === number);
}

/** The number of a source. */
export function sourceIdOf(name: SourceName): SourceId {
  return sourceName.options.indexOf(name) + 1;
}

/** The source a fresh page filters by, and the one that stands after 'Clear filters' (rule L11). */
export const defaultSource: SourceId = 1;
export const sourceAfterClear: SourceId = 2;
