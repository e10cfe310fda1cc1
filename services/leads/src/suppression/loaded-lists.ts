import type { Model, Types } from 'mongoose';
import { atHand } from '@crm/platform/mongo/at-hand.js';
import type { SuppressionListDoc } from './suppression.model.js';
import type { DatedList } from './suppression.rules.js';

/** A list that is in force. */
export interface ListInForce extends DatedList {
  id: Types.ObjectId;
  name: string;
  numbers: number;
}

/** The lists that are in force, for decisions, of which each click makes some. */
export interface LoadedLists {
  /** As they stood a few seconds ago at most. */
  all(): Promise<readonly ListInForce[]>;
  /** Reads them anew next time: this process has changed one. */
  forget: () => void;
}

/** A list that another process loaded is unknown here for no longer than this. */
export const loadedListsAtHandMs = 5_000;

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

export function createLoadedLists(model: Model<SuppressionListDoc>, steady?: () => number): LoadedLists {
  const { get, forget } = atHand<readonly ListInForce[]>(
    async () => {
      const docs = await model.find({ status: 'loaded' }).lean<SuppressionListDoc[]>();
      return splitByForce(docs).inForce.map(({ _id: id, scope, state, as_of, name, numbers }) => ({
        ...{ id, scope, as_of, name, numbers },
        state: state ?? null,
      }));
    },
    loadedListsAtHandMs,
    steady,
  );
  return { all: get, forget };
}
