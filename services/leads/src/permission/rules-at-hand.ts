import type { Model } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { contactRules, type ContactRule, type ContactRuleId } from '@crm/contracts/resources/contact-rule.js';
import { atHand } from '@crm/platform/mongo/at-hand.js';
import { recordOf } from '@crm/platform/resources/stored-record.js';
import type { ContactRuleDoc } from './contact.model.js';

/** A rule as it is read. */
export const ruleView = (doc: ContactRuleDoc): ContactRule => ({
  ...recordOf(contactRules, doc),
  id: doc._id,
});

/** The rules for decisions, of which each click makes some. */
export interface RulesAtHand {
  /** The rules of some states in their order, then the default, as they stood a second ago at most. */
  of(states: readonly StateCode[]): Promise<ContactRule[]>;
  /** Reads them anew next time: this process has changed one. */
  forget: () => void;
}

/** A rule that another process changed is unknown here for no longer than this. */
const atHandMs = 1_000;

interface Rules {
  byId: ReadonlyMap<ContactRuleId, ContactRule>;
  /** Which versions these are. */
  stamp: string;
}

type Versioned = Pick<ContactRuleDoc, '_id' | 'version' | 'updatedAt'>;

/** Each change raises a version; one that was removed and made anew begins with the first again, but later. */
const stampOf = (docs: readonly Versioned[]) =>
  docs
    .map(({ _id, version, updatedAt }) => `${_id} ${String(version)} ${String(updatedAt.getTime())}`)
    .sort()
    .join();

export function createRulesAtHand(
  { collection }: Pick<Model<ContactRuleDoc>, 'collection'>,
  steady?: () => number,
): RulesAtHand {
  const { get, forget } = atHand<Rules>(
    async (last) => {
      if (last !== undefined) {
        const projection = { version: 1, updatedAt: 1 };
        const versions = await collection.find<Versioned>({}, { projection }).toArray();
        if (stampOf(versions) === last.stamp) return last;
      }
      const docs = await collection.find<ContactRuleDoc>({}, { projection: { history: 0 } }).toArray();
      return { byId: new Map(docs.map((doc) => [doc._id, ruleView(doc)])), stamp: stampOf(docs) };
    },
    atHandMs,
    steady,
  );
  return {
    forget,
    of: async (states) => {
      const { byId } = await get();
      const ids: ContactRuleId[] = [...states.toSorted(), 'default'];
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}
