import type { Model, Types } from 'mongoose';
import { storedAtHand } from '@crm/platform/mongo/stored-at-hand.js';
import type { SuppressionListDoc } from './suppression.model.js';
import type { DatedList } from './suppression.rules.js';

/** A list that is in force. */
export interface ListInForce extends DatedList {
  id: Types.ObjectId;
  name: string;
  numbers: number;
}

/** Lists of which the newest alone is in force. */
const sameKind = ({ scope, state, name }: Pick<SuppressionListDoc, 'scope' | 'state' | 'name'>) =>
  scope === 'own' ? `own ${name.toLowerCase()}` : `${scope} ${state ?? ''}`;

/** Of each kind the one that was loaded last, and those that it replaces. */
export function splitByForce(docs: readonly SuppressionListDoc[]): {
  inForce: SuppressionListDoc[];
  replaced: SuppressionListDoc[];
} {
  const loadedLast = docs.toSorted(
    (a, b) => (b.loaded_at?.getTime() ?? 0) - (a.loaded_at?.getTime() ?? 0) || (b._id > a._id ? 1 : -1),
  );
  const first = new Map<string, SuppressionListDoc>();
  const replaced: SuppressionListDoc[] = [];
  for (const doc of loadedLast) {
    if (first.has(sameKind(doc))) replaced.push(doc);
    else first.set(sameKind(doc), doc);
  }
  return { inForce: [...first.values()], replaced };
}

/** The lists that are in force, for decisions, of which each click makes some. */
export const loadedLists = storedAtHand(async (model: Model<SuppressionListDoc>) => {
  const docs = await model.find({ status: 'loaded' }).lean<SuppressionListDoc[]>();
  return splitByForce(docs).inForce.map(({ _id: id, scope, state, as_of, name, numbers }): ListInForce => ({
    ...{ id, scope, as_of, name, numbers },
    state: state ?? null,
  }));
});
