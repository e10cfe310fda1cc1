import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { alreadyExists } from '@crm/platform/errors/app-error.js';
import { createRecord, type Stored } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { ruleTable } from './contact-rules.seed.js';
import type { ContactRuleDoc } from './contact.model.js';
import { rowText } from './rule-table.rules.js';
import { ruleView } from './rules-at-hand.js';

const longestHistory = 50;

export type Rules = Pick<LeadsContext, 'contactRules' | 'clock'>;

/** The history of a rule with what it is until now; `change` says who makes it another. */
export const historyWith = (
  before: ContactRuleDoc,
  change: { at: Date; by: string; adopted?: string },
): ContactRuleDoc['history'] =>
  [...before.history, { ...change, before: ruleView(before) }].slice(-longestHistory);

/** The rules as a resource; each keeps the last rows that it was. */
export const storedContactRules = ({
  contactRules: model,
  clock,
}: Rules): Stored<typeof contactRules.fields, ContactRuleDoc> => ({
  resource: contactRules,
  model,
  clock,
  also: (before, { fullname }) => ({ history: historyWith(before, { at: clock.now(), by: fullname }) }),
  refused: () => Promise.resolve(alreadyExists('Someone else has just added a rule for this state', 'state')),
});

/**
 * Gives a new store the rules that it begins with; what an admin made of them stays. A store that began with another
 * table gets nothing of this one: an admin adopts it.
 */
export async function seedContactRules({ contactRules: model, clock }: Rules): Promise<void> {
  const { version } = ruleTable;
  // The default is the first row: a store that has it began with it, or stopped before it had all of them.
  const first = await model.findById('default').lean<ContactRuleDoc>();
  const isNew = first === null || first.began_with === version;
  const now = clock.now();
  const writes = ruleTable.rows.map((row) => {
    const { id, state, ...fields } = row;
    const inserted = {
      ...{ ...fields, version: 1, createdAt: now, updatedAt: now, history: [] },
      began_with: version,
      table: { version, row: rowText(row) },
    };
    const update = { $set: { state }, ...(isNew && { $setOnInsert: inserted }) };
    return { updateOne: { filter: { _id: id }, update, upsert: isNew } };
  });
  // In their order, the default first.
  await model.bulkWrite(writes);
}

/** Gives a state a rule of its own. Throws `already_exists` where it has one. */
export const createContactRule = (
  ctx: Rules,
  actor: Actor,
  given: z.output<typeof contactRules.creation>,
): Promise<z.input<typeof contactRules.record>> =>
  createRecord(storedContactRules(ctx), actor, given, { _id: given.state ?? 'default', history: [] });
