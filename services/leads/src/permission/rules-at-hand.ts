import { performance } from 'node:perf_hooks';
import type { Model } from 'mongoose';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { contactRules, type ContactRule, type ContactRuleId } from '@crm/contracts/resources/contact-rule.js';
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

export function createRulesAtHand(
  model: Model<ContactRuleDoc>,
  steady = () => performance.now(),
): RulesAtHand {
  let read: { at: number; rules: Promise<ReadonlyMap<ContactRuleId, ContactRule>> } | undefined;
  async function readAll() {
    const docs = await model.find().lean<ContactRuleDoc[]>();
    return new Map(docs.map((doc) => [doc._id, ruleView(doc)]));
  }
  const forget = () => {
    read = undefined;
  };
  return {
    forget,
    of: async (states) => {
      if (read === undefined || steady() - read.at > atHandMs) {
        const rules = readAll();
        // What could not be read is asked for again; whoever waits for it learns why.
        rules.catch(forget);
        read = { at: steady(), rules };
      }
      const rules = await read.rules;
      const ids: ContactRuleId[] = [...states.toSorted(), 'default'];
      return ids.flatMap((id) => rules.get(id) ?? []);
    },
  };
}
