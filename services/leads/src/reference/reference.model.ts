import { Schema, type Connection, type Model } from 'mongoose';
import { part } from '@crm/platform/mongo/part.js';
import type { EntryOf, ReferenceListName } from '@crm/contracts/reference/reference-list.js';

/** One change of a list: who made it, when, and which entries it was about. */
export interface ReferenceChange {
  version: number;
  at: Date;
  actor_id: string;
  actor_name: string;
  codes: string[];
}

/** A list that admins keep, whole in one document: a save and its entry in the list's history are one write. */
export interface ReferenceListDoc {
  _id: ReferenceListName;
  version: number;
  entries: EntryOf<ReferenceListName>[];
  changed_by: string | null;
  changed_at: Date | null;
  /** The last changes, the newest last. */
  history: ReferenceChange[];
  /** Former names of renamed carriers that leads may still bear; there until their leads are renamed. */
  renamed?: string[];
}

/** The lists of a service's own connection; rules that work on typed values write them whole. */
export function referenceListModel(connection: Connection): Model<ReferenceListDoc> {
  const schema = new Schema<ReferenceListDoc>(
    {
      _id: String,
      version: Number,
      // What an entry has hangs on its list, which is checked where it is saved.
      entries: [Schema.Types.Mixed],
      changed_by: String,
      changed_at: Date,
      history: [part({ version: Number, at: Date, actor_id: String, actor_name: String, codes: [String] })],
      renamed: { type: [String], default: undefined },
    },
    { collection: 'referenceLists', versionKey: false },
  );
  return connection.model<ReferenceListDoc>('referenceList', schema);
}
