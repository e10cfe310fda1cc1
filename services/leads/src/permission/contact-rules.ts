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

type Rules = Pick<LeadsContext, 'contactRules' | 'clock'>;

const ruleView = (doc: ContactRuleDoc): ContactRule => ({ ...recordOf(contactRules, doc), id: doc._id });

/** The rules as a resource; each keeps the last rows that it was. */
export const storedContactRules = ({
  contactRules: model,
  clock,
}: Rules): Stored<typeof contactRules.fields, ContactRuleDoc> => ({
  resource: contactRules,
  model,
  clock,
  also: (before, { fullname }) => {
    const change = { at: clock.now(), by: fullname, before: ruleView(before) };
    return { history: [...before.history, change].slice(-longestHistory) };
  },
  refused: () => Promise.resolve(alreadyExists('Someone else has just added a rule for this state', 'state')),
});

/** Gives a new store the rules that it begins with; what an admin made of them stays. */
export async function seedContactRules({ contactRules: model, clock }: Rules): Promise<void> {
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

/** The default and the rules of some states. */
export async function rulesOf(
  { contactRules: model }: Pick<LeadsContext, 'contactRules'>,
  states: readonly StateCode[],
): Promise<ContactRule[]> {
  const ids: ContactRuleId[] = ['default', ...states];
  return (await model.find({ _id: { $in: ids } }).lean<ContactRuleDoc[]>()).map(ruleView);
}
