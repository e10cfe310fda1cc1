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
import { ruleTable } from './contact-rules.seed.js';
import type { ContactRuleDoc } from './contact.model.js';
import { rowText } from './rule-table.rules.js';

const longestHistory = 50;

export type Rules = Pick<LeadsContext, 'contactRules' | 'rulesAtHand' | 'clock'>;

/** A rule as it is read. */
export const ruleView = (doc: ContactRuleDoc): ContactRule => ({
  ...recordOf(contactRules, doc),
  id: doc._id,
});

/** The history of a rule with what it is until now; `change` says who makes it another. */
export const historyWith = (
  before: ContactRuleDoc,
  change: { at: Date; by: string; adopted?: string },
): ContactRuleDoc['history'] =>
  [...before.history, { ...change, before: ruleView(before) }].slice(-longestHistory);

/** The rules as a resource; each keeps the last rows that it was. */
export const storedContactRules = ({
  contactRules: model,
  rulesAtHand,
  clock,
}: Rules): Stored<typeof contactRules.fields, ContactRuleDoc> => ({
  resource: contactRules,
  model,
  clock,
  also: (before, { fullname }) => ({ history: historyWith(before, { at: clock.now(), by: fullname }) }),
  written: rulesAtHand.forget,
  refused: () => Promise.resolve(alreadyExists('Someone else has just added a rule for this state', 'state')),
});

/**
 * Gives a new store the rules that it begins with; what an admin made of them stays. A store that began with another
 * table gets nothing of this one: an admin adopts it.
 */
export async function seedContactRules({
  contactRules: model,
  clock,
}: Pick<Rules, 'contactRules' | 'clock'>): Promise<void> {
  const { version } = ruleTable;
  // The default is the first row: a store that has it began with it, or stopped before it had all of them.
  const first = await model.findById('default').lean<ContactRuleDoc>();
  const isNew = first === null || first.began_with === version;
  for (const row of ruleTable.rows) {
    const { id, state, ...fields } = row;
    const now = clock.now();
    const inserted = {
      ...{ ...fields, version: 1, createdAt: now, updatedAt: now, history: [] },
      began_with: version,
      table: { version, row: rowText(row) },
    };
    await model.updateOne(
      { _id: id },
      { $set: { state }, ...(isNew && { $setOnInsert: inserted }) },
      { upsert: isNew },
    );
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
