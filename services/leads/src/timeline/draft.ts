import type { Types } from 'mongoose';
import type { TimelineEntry, TimelinePlace } from '@crm/contracts/entities/timeline.js';

/** The name of a user; null for nobody, and for one who is not known here. */
export type NameOf = (user: Types.ObjectId | null) => string | null;

/** An entry but for the names of its people, which are read once for a whole page. */
export interface Draft extends TimelinePlace {
  people: readonly (Types.ObjectId | null)[];
  entry: (nameOf: NameOf) => TimelineEntry;
}

/** One whose names are known. */
export const namedDraft = (entry: TimelineEntry): Draft => ({
  id: entry.id,
  at: entry.at,
  people: [],
  entry: () => entry,
});

/** One that is only worth reading where it is in the page. */
export interface DeferredDraft extends TimelinePlace {
  load: () => Promise<Draft>;
}
