import type { Schema } from 'mongoose';

/** What the tables can be sorted by where every lead may have a value of its own, under the keys of `list`. */
const sortKeys = [
  'agent_name',
  'name',
  'email',
  'phone',
  'premium',
  'carrier',
  'product',
  'birth_date',
] as const;

/** Nothing is due or written before it: by `$gt` an index of dates alone answers a count, by `$type` it could not. */
export const beforeAnyDate = new Date(0);

/**
 * The indexes behind the lead tables. Type and source lead every one: a page without a source filter asks for all six
 * sources and merges their ranges, which are in order already. Tombstones have neither type nor keys, so no list meets
 * them.
 */
export function declareListIndexes(schema: Pick<Schema, 'index'>): void {
  // The dashboards as they open, and sorting by source: newest change first, total by type and source.
  schema.index({ type_id: 1, 'list.source': 1, updatedAt: 1, _id: 1 });
  // The same with a status filter, sorting by status, its total, and the counts beside the choices of the status filter.
  schema.index({ type_id: 1, 'list.source': 1, 'list.status': 1, updatedAt: 1, _id: 1 });
  // The same with a state filter, and sorting by state.
  schema.index({ type_id: 1, 'list.source': 1, 'list.state': 1, updatedAt: 1, _id: 1 });
  // The same with a filter by language, and its counts.
  schema.index({ type_id: 1, 'list.source': 1, language: 1, updatedAt: 1, _id: 1 });
  // An agent's own dashboard, the agent filter of admins, lead/all/{type}/{userId}, and a guide's leads.
  schema.index({ 'list.agent': 1, type_id: 1, 'list.source': 1, updatedAt: 1, _id: 1 });
  // The lead that the dialler takes next for a guide: never dialled, the oldest first. Of leads that somebody has alone:
  // a row of a file has nobody's.
  schema.index(
    { 'list.agent': 1, AD_status: 1, createdAt: 1, _id: 1 },
    { partialFilterExpression: { 'list.agent': { $gt: '' } } },
  );
  // Somebody's day: the new leads and the ones to try again, of leads that somebody has alone.
  schema.index(
    { 'list.agent': 1, 'list.status': 1, updatedAt: 1, _id: 1 },
    { partialFilterExpression: { 'list.agent': { $gt: '' } } },
  );
  // Somebody's day: follow-ups by their time, and customers who wait for an answer.
  schema.index(
    { 'list.agent': 1, 'day.followup.at': 1 },
    { partialFilterExpression: { 'day.followup.at': { $type: 'date' } } },
  );
  schema.index(
    { 'list.agent': 1, 'day.replied': 1 },
    { partialFilterExpression: { 'day.replied': { $type: 'date' } } },
  );
  // The views of a table that ask what waits, and their counts: what is due by now, and who waits for an answer.
  for (const key of ['day.followup.at', 'day.replied']) {
    schema.index(
      { type_id: 1, 'list.source': 1, [key]: 1, 'list.agent': 1 },
      { partialFilterExpression: { [key]: { $gt: beforeAnyDate } } },
    );
  }
  // Sorting by each other column shown.
  for (const key of sortKeys) schema.index({ type_id: 1, 'list.source': 1, [`list.${key}`]: 1, _id: 1 });
  // Search: beginnings of words of name and e-mail, and of numbers.
  schema.index({ type_id: 1, 'list.words': 1 });
  // Raw leads by last change and by type, and by each other column of their table. Few of all leads are raw, so the
  // indexes are partial; the agent at their end lets an agent's page be picked without reading leads.
  for (const key of ['updatedAt', 'list.name', 'list.phone', 'list.email', 'list.birth_date']) {
    schema.index(
      { empty: 1, type_id: 1, [key]: 1, _id: 1, 'list.agent': 1 },
      { partialFilterExpression: { empty: 1 } },
    );
  }
}
