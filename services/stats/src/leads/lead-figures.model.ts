import { Schema, type Collection, type Connection, type Model } from 'mongoose';
import { dealSortKeys } from '../filter/deal-order.rules.js';
import type { LeadFigures } from './lead-figures.rules.js';

/** The rows of one set, by the driver: every value was made by a rule, and a question asks for what it needs. */
export type FigureRows = Collection<LeadFigures>;

/** Rows are written whole by a rule, so the schema names the fields and leaves their types to it. */
function figuresSchema(collection: string): Schema<LeadFigures> {
  const schema = new Schema<LeadFigures>(
    {
      _id: String,
      rev: Number,
      version: Number,
      gone: Boolean,
      gone_version: Number,
      // The same as in the row.
      hidden: Schema.Types.Mixed,
      type_id: Number,
      source_id: Number,
      status: String,
      agent: String,
      agent_name: String,
      fullname: String,
      carrier: String,
      policy_number: String,
      app_date: String,
      draft_date: String,
      product: String,
      coverage: Number,
      premium: Number,
      assigned: [{ _id: false, agent: String, day: String, since: String }],
      dealt_on: String,
      lost_on: String,
      deal_date: String,
      is_deal: Boolean,
      owed: { type: [String], default: undefined },
      sort: { agent: String, fullname: String, status: String },
    },
    { collection, versionKey: false },
  );
  // Deals of a range, their sums and their months, of all agents: match({ deal_date }), sort({ deal_date: -1, _id: -1 }).
  schema.index({ deal_date: -1, _id: -1 });
  // The same of some agents, and an agent's own: match({ agent, deal_date }).
  schema.index({ agent: 1, deal_date: -1, _id: -1 });
  // Leads assigned in a range, to all agents or to some: match({ assigned: { $elemMatch: { agent, day } } }).
  schema.index({ 'assigned.day': 1 });
  schema.index({ 'assigned.agent': 1, 'assigned.day': 1 });
  // How many leads an agent has: count({ agent, type_id, source_id }).
  schema.index({ agent: 1, type_id: 1, source_id: 1 });
  // Rows that changed what months come to: find({ owed: { $gte } }), distinct('owed').
  schema.index({ owed: 1 }, { sparse: true });
  // Sorting deals by each column, also those of some types and sources; the days of a filter are found by the above.
  for (const key of dealSortKeys)
    schema.index(
      { type_id: 1, source_id: 1, [key]: 1, _id: 1 },
      { partialFilterExpression: { deal_date: { $gt: '' } } },
    );
  return schema;
}

/** One set of rows: they are counted anew beside the set that is shown. */
export function figuresModel(connection: Connection, set: number): Model<LeadFigures> {
  const name = collectionOf(set);
  return connection.models[name] ?? connection.model<LeadFigures>(name, figuresSchema(name));
}

/** The collections of a set, its rows and its months, and the set of a collection; undefined where it is of none. */
export const collectionOf = (set: number) => `leads_${String(set)}`;
export const monthsCollectionOf = (set: number) => `months_${String(set)}`;
export const setOf = (collection: string) => {
  const [, digits] = /^(?:leads|months)_(\d+)$/.exec(collection) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
