import type { Model } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { contactRules, type ContactRule, type ContactRuleId } from '@crm/contracts/resources/contact-rule.js';
import { storedAtHand } from '@crm/platform/mongo/stored-at-hand.js';
import { recordOf } from '@crm/platform/resources/stored-record.js';
import type { ContactRuleDoc } from './contact.model.js';

/** A rule as it is read. */
export const ruleView = (doc: ContactRuleDoc): ContactRule => ({
  ...recordOf(contactRules, doc),
  id: doc._id,
});

type Stored = Pick<Model<ContactRuleDoc>, 'db' | 'collection'>;

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

/** The rules of some states in their order, then the default. */
export type RulesOfStates = (stored: Stored, states: readonly StateCode[]) => Promise<ContactRule[]>;

export function createRulesAtHand(steady?: () => number): RulesOfStates {
  const read = storedAtHand(async ({ collection }: Stored, last: Rules | undefined): Promise<Rules> => {
    if (last !== undefined) {
      const projection = { version: 1, updatedAt: 1 };
      const versions = await collection.find<Versioned>({}, { projection }).toArray();
      if (stampOf(versions) === last.stamp) return last;
    }
    const docs = await collection.find<ContactRuleDoc>({}, { projection: { history: 0 } }).toArray();
    return { byId: new Map(docs.map((doc) => [doc._id, ruleView(doc)])), stamp: stampOf(docs) };
  }, steady);
  return async (stored, states) => {
    const { byId } = await read(stored);
    const ids: ContactRuleId[] = [...states.toSorted(), 'default'];
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
}

/** The rules for decisions, of which each click makes some: what another process changed holds after a second. */
export const rulesOfStates = createRulesAtHand();
