import { performance } from 'node:perf_hooks';
import type { Model } from 'mongoose';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { contactRules, type ContactRule, type ContactRuleId } from '@crm/contracts/resources/contact-rule.js';
import { alreadyExists } from '@crm/platform/errors/app-error.js';
import { createRecord, type Stored } from '@crm/platform/resources/records.js';
import { recordOf } from '@crm/platform/resources/stored-record.js';
import type { LeadsContext } from '../context.js';
import { seededRules } from './contact-rules.seed.js';
import type { ContactRuleDoc } from './contact.model.js';

const longestHistory = 50;

type Rules = Pick<LeadsContext, 'contactRules' | 'rulesAtHand' | 'clock'>;

const ruleView = (doc: ContactRuleDoc): ContactRule => ({ ...recordOf(contactRules, doc), id: doc._id });

/** The rules as a resource; each keeps the last rows that it was. */
export const storedContactRules = ({
  contactRules: model,
  rulesAtHand,
  clock,
}: Rules): Stored<typeof contactRules.fields, ContactRuleDoc> => ({
  resource: contactRules,
  model,
  clock,
  also: (before, { fullname }) => {
    const change = { at: clock.now(), by: fullname, before: ruleView(before) };
    return { history: [...before.history, change].slice(-longestHistory) };
  },
  written: rulesAtHand.forget,
  refused: () => Promise.resolve(alreadyExists('Someone else has just added a rule for this state', 'state')),
});

/** Gives a new store the rules that it begins with; what an admin made of them stays. */
export async function seedContactRules({
  contactRules: model,
  clock,
}: Pick<Rules, 'contactRules' | 'clock'>): Promise<void> {
  for (const { id, state, ...fields } of seededRules) {
    const now = clock.now();
    const first = { ...fields, version: 1, createdAt: now, updatedAt: now, history: [] };
    await model.updateOne({ _id: id }, { $set: { state }, $setOnInsert: first }, { upsert: true });
  }
}

/** Gives a state a rule of its own. Throws `already_exists` where it has one. */
export const createContactRule = (
  ctx: Rules,
  actor: Actor,
  given: z.output<typeof contactRules.creation>,
): Promise<z.input<typeof contactRules.record>> =>
  createRecord(storedContactRules(ctx), actor, given, { _id: given.state ?? 'default', history: [] });

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
