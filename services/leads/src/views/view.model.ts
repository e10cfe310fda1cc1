import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import type { SavedView } from '@crm/contracts/http/lead-views.js';

/** Filters of a lead table that somebody keeps under a name. */
export interface ViewDoc {
  _id: Types.ObjectId;
  user_id: Types.ObjectId;
  type: TypeId;
  name: string;
  /** As names are compared and sorted. */
  name_key: string;
  filter: SavedView['filter'];
  is_shared: boolean;
}

/** The views of a service's own connection. */
export function viewModel(connection: Connection): Model<ViewDoc> {
  const schema = new Schema<ViewDoc>(
    {
      user_id: Schema.Types.ObjectId,
      type: Number,
      name: String,
      name_key: String,
      filter: Schema.Types.Mixed,
      is_shared: Boolean,
    },
    { collection: 'leadviews', versionKey: false, minimize: false },
  );
  // A person's own, each name once: find({ user_id, type }).sort({ name_key: 1 }).
  schema.index({ user_id: 1, type: 1, name_key: 1 }, { unique: true });
  // Those of everybody: find({ type, is_shared: true }).
  schema.index({ type: 1, is_shared: 1 }, { partialFilterExpression: { is_shared: true } });
  return connection.model<ViewDoc>('leadview', schema);
}
